/** What every run skips of the tests beside it. */
import './creates.test.js';
