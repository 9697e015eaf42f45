/** What every run skips of the tests beside it. */
import './budget.test.js';
