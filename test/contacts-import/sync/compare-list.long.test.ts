/** What every run leaves out of the tests beside it. */
import './compare-list.test.js';
