/** What every run skips of the tests beside it. */
import './next-steps.test.js';
