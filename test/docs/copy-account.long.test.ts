/** What every run skips of the tests beside it. */
import './copy-account.test.js';
