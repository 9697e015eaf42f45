/** What every run skips of the tests beside it. */
import './home.test.js';
