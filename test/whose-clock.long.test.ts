/** What every run skips of the tests beside it. */
import './whose-clock.test.js';
