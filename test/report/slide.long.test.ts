/** What every run skips of the tests beside it. */
import './slide.test.js';
