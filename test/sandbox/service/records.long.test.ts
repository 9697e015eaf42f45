/** What every run skips of the tests beside it. */
import './records.test.js';
