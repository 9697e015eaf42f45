/** What every run skips of the tests beside it. */
import './random-lines.test.js';
