/** What every run skips of the tests beside it. */
import './statuses.test.js';
