/** What every run leaves out of the tests beside it. */
import './at-once.test.js';
