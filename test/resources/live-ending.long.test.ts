/** What every run skips of the tests beside it. */
import './live-ending.test.js';
