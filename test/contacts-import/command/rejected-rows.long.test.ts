/** What every run skips of the tests beside it. */
import './rejected-rows.test.js';
