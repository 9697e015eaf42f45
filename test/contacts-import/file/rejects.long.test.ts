/** What every run skips of the tests beside it. */
import './rejects.test.js';
