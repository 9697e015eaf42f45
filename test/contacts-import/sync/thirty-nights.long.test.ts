/** What every run skips of the tests beside it. */
import './thirty-nights.test.js';
