/** What every run skips of the tests beside it. */
import './last-send.test.js';
