/** What every run skips of the tests beside it. */
import './read-rows.test.js';
