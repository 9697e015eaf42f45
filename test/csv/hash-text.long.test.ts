/** What every run skips of the tests beside it. */
import './hash-text.test.js';
