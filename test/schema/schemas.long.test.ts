/** What every run skips of the tests beside it. */
import './schemas.test.js';
