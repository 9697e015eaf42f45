/** What every run skips of the tests beside it. */
import './fix-rows.test.js';
