/** What every run leaves out of the tests beside it. */
import './seed.test.js';
