/** What every run skips of the tests beside it. */
import './check-links.test.js';
