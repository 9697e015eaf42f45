/** What every run skips of the tests beside it. */
import './pager.test.js';
