/** What every run skips of the tests beside it. */
import './http.test.js';
