/** What every run skips of the tests beside it. */
import './questions.test.js';
