/** What every run skips of the tests beside it. */
import './words.test.js';
