/** What every run skips of the tests beside it. */
import './refused-answers.test.js';
