/** What every run leaves out of the tests beside it. */
import './hostile-account.test.js';
