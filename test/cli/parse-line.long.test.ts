/** What every run skips of the tests beside it. */
import './parse-line.test.js';
