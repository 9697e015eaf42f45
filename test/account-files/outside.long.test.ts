/** What every run skips of the tests beside it. */
import './outside.test.js';
