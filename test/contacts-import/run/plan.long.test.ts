/** What every run skips of the tests beside it. */
import './plan.test.js';
