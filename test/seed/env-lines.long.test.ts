/** What every run skips of the tests beside it. */
import './env-lines.test.js';
