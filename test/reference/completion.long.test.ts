/** What every run leaves out of the tests beside it. */
import './completion.test.js';
