/** What every run leaves out of the tests beside it. */
import './apply-random.test.js';
