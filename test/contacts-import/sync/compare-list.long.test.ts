/** What every run skips of the tests beside it. */
import './compare-list.test.js';
