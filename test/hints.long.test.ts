/** What every run skips of the tests beside it. */
import './hints.test.js';
