/** What every run skips of the tests beside it. */
import './copied-rows.test.js';
