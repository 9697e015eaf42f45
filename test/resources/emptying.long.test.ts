/** What every run skips of the tests beside it. */
import './emptying.test.js';
