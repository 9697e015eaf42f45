/** What every run skips of the tests beside it. */
import './serve-account.test.js';
