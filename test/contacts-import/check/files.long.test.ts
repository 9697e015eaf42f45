/** What every run skips of the tests beside it. */
import './files.test.js';
