/** What every run skips of the tests beside it. */
import './plain-line.test.js';
