/** What every run skips of the tests beside it. */
import './pairs-at-once.test.js';
