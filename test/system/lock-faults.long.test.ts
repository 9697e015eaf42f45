/** What every run leaves out of the tests beside it. */
import './lock-faults.test.js';
