/** What every run skips of the tests beside it. */
import './layouts.test.js';
