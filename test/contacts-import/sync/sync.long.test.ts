/** What every run leaves out of the tests beside it. */
import './sync.test.js';
