/** What every run skips of the tests beside it. */
import './restore-same.test.js';
