/** What every run skips of the tests beside it. */
import './scan-record.test.js';
