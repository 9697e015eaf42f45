/** What every run skips of the tests beside it. */
import './hostile-account.test.js';
