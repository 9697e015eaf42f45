/** What every run skips of the tests beside it. */
import './lock-faults.test.js';
