/** What every run skips of the tests beside it. */
import './create-at-once.test.js';
