/** What every run skips of the tests beside it. */
import './match-columns.test.js';
