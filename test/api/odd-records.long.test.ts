/** What every run skips of the tests beside it. */
import './odd-records.test.js';
