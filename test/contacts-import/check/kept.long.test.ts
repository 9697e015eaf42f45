/** What every run skips of the tests beside it. */
import './kept.test.js';
