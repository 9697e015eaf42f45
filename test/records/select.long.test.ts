/** What every run skips of the tests beside it. */
import './select.test.js';
