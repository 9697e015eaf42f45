/** What every run skips of the tests beside it. */
import './clock.test.js';
