/** What every run skips of the tests beside it. */
import './single-send-test-earlier.test.js';
