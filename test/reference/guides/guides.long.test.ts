/** What every run skips of the tests beside it. */
import './guides.test.js';
