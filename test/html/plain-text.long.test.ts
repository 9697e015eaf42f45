/** What every run skips of the tests beside it. */
import './plain-text.test.js';
