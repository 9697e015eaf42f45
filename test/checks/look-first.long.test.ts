/** What every run skips of the tests beside it. */
import './look-first.test.js';
