/** What every run skips of the tests beside it. */
import './bug-report.test.js';
