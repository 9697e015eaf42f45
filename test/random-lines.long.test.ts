/** What every run leaves out of the tests beside it. */
import './random-lines.test.js';
