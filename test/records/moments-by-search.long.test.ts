/** What every run skips of the tests beside it. */
import './moments-by-search.test.js';
