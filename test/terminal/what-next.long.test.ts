/** What every run skips of the tests beside it. */
import './what-next.test.js';
