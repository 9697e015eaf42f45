/** What every run skips of the tests beside it. */
import './pull.test.js';
