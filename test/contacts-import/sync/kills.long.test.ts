/** What every run skips of the tests beside it. */
import './kills.test.js';
