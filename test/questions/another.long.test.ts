/** What every run leaves out of the tests beside it. */
import './another.test.js';
