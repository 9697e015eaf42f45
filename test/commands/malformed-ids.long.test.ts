/** What every run skips of the tests beside it. */
import './malformed-ids.test.js';
