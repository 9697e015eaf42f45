/** What every run skips of the tests beside it. */
import './completion.test.js';
