/** What every run skips of the tests beside it. */
import './after-change.test.js';
