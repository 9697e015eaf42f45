/** What every run skips of the tests beside it. */
import './type-ahead.test.js';
