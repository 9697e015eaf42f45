/** What every run skips of the tests beside it. */
import './seed.test.js';
