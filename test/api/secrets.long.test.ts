/** What every run skips of the tests beside it. */
import './secrets.test.js';
