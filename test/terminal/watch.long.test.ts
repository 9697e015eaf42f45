/** What every run skips of the tests beside it. */
import './watch.test.js';
