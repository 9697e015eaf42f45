/** What every run skips of the tests beside it. */
import './diff.test.js';
