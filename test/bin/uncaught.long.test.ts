/** What every run skips of the tests beside it. */
import './uncaught.test.js';
