/** What every run skips of the tests beside it. */
import './trust.test.js';
