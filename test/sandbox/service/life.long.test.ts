/** What every run skips of the tests beside it. */
import './life.test.js';
