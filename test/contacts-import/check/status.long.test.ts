/** What every run skips of the tests beside it. */
import './status.test.js';
