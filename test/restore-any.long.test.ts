/** What every run skips of the tests beside it. */
import './restore-any.test.js';
