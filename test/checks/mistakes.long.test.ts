/** What every run skips of the tests beside it. */
import './mistakes.test.js';
