/** What every run skips of the tests beside it. */
import './column-answers.test.js';
