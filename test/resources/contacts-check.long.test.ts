/** What every run skips of the tests beside it. */
import './contacts-check.test.js';
