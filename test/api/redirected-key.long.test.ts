/** What every run skips of the tests beside it. */
import './redirected-key.test.js';
