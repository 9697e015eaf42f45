/** What every run skips of the tests beside it. */
import './clean.test.js';
