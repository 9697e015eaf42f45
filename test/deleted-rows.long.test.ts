/** What every run skips of the tests beside it. */
import './deleted-rows.test.js';
