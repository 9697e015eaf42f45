/** What every run leaves out of the tests beside it. */
import './slow-answers.test.js';
