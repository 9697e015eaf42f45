/** What every run skips of the tests beside it. */
import './help-words.test.js';
