/** What every run skips of the tests beside it. */
import './suspects.test.js';
