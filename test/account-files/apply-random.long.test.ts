/** What every run skips of the tests beside it. */
import './apply-random.test.js';
