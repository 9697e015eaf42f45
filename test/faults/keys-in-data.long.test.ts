/** What every run leaves out of the tests beside it. */
import './keys-in-data.test.js';
