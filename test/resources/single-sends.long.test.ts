/** What every run skips of the tests beside it. */
import './single-sends.test.js';
