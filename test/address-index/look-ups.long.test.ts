/** What every run skips of the tests beside it. */
import './look-ups.test.js';
