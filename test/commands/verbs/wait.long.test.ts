/** What every run skips of the tests beside it. */
import './wait.test.js';
