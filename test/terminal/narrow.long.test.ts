/** What every run skips of the tests beside it. */
import './narrow.test.js';
