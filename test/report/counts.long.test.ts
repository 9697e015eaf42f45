/** What every run skips of the tests beside it. */
import './counts.test.js';
