/** What every run leaves out of the tests beside it. */
import './odd-records.test.js';
