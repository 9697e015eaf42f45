/** What every run skips of the tests beside it. */
import './page.test.js';
