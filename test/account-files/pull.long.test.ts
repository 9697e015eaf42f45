/** What every run leaves out of the tests beside it. */
import './pull.test.js';
