/** What every run skips of the tests beside it. */
import './destroy.test.js';
