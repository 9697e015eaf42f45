/** What every run leaves out of the tests beside it. */
import './serve-account.test.js';
