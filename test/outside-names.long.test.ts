/** What every run skips of the tests beside it. */
import './outside-names.test.js';
