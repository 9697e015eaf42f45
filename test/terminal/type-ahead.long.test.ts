/** What every run leaves out of the tests beside it. */
import './type-ahead.test.js';
