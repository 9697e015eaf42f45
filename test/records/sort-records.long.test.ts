/** What every run skips of the tests beside it. */
import './sort-records.test.js';
