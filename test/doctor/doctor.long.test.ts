/** What every run skips of the tests beside it. */
import './doctor.test.js';
