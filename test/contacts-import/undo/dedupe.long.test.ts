/** What every run skips of the tests beside it. */
import './dedupe.test.js';
