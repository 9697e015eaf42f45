/** What every run skips of the tests beside it. */
import './action.test.js';
