/** What every run skips of the tests beside it. */
import './file-links.test.js';
