/** What every run skips of the tests beside it. */
import './archives.test.js';
