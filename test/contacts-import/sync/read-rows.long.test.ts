/** What every run leaves out of the tests beside it. */
import './read-rows.test.js';
