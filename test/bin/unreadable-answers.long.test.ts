/** What every run skips of the tests beside it. */
import './unreadable-answers.test.js';
