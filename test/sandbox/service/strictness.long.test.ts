/** What every run skips of the tests beside it. */
import './strictness.test.js';
