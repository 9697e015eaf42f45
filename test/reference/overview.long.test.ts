/** What every run skips of the tests beside it. */
import './overview.test.js';
