/** What every run skips of the tests beside it. */
import './writers.test.js';
