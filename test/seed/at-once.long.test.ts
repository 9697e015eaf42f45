/** What every run skips of the tests beside it. */
import './at-once.test.js';
