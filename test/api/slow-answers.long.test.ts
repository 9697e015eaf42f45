/** What every run skips of the tests beside it. */
import './slow-answers.test.js';
