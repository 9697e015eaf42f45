/** What every run skips of the tests beside it. */
import './rates.test.js';
