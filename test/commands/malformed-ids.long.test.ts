/** What every run leaves out of the tests beside it. */
import './malformed-ids.test.js';
