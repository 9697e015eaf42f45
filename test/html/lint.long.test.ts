/** What every run skips of the tests beside it. */
import './lint.test.js';
