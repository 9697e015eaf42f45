/** What every run leaves out of the tests beside it. */
import './answers.test.js';
