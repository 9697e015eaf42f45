/** What every run skips of the tests beside it. */
import './three-sides.test.js';
