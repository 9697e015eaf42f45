/** What every run leaves out of the tests beside it. */
import './single-send-test.test.js';
