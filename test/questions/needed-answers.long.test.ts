/** What every run skips of the tests beside it. */
import './needed-answers.test.js';
