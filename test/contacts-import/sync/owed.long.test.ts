/** What every run skips of the tests beside it. */
import './owed.test.js';
