/** What every run skips of the tests beside it. */
import './known-first.test.js';
