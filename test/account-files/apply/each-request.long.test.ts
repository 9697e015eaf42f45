/** What every run skips of the tests beside it. */
import './each-request.test.js';
