/** What every run leaves out of the tests beside it. */
import './unreadable-answers.test.js';
