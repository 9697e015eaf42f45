/** What every run leaves out of the tests beside it. */
import './narrow.test.js';
