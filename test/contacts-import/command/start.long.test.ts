/** What every run skips of the tests beside it. */
import './start.test.js';
