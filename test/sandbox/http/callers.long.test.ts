/** What every run skips of the tests beside it. */
import './callers.test.js';
