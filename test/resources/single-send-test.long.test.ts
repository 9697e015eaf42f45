/** What every run skips of the tests beside it. */
import './single-send-test.test.js';
