/** What every run skips of the tests beside it. */
import './forced.test.js';
