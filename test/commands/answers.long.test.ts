/** What every run skips of the tests beside it. */
import './answers.test.js';
