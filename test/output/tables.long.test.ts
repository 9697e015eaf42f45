/** What every run skips of the tests beside it. */
import './tables.test.js';
