/** What every run skips of the tests beside it. */
import './open-files.test.js';
