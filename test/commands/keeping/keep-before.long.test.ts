/** What every run skips of the tests beside it. */
import './keep-before.test.js';
