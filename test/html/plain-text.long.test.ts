/** What every run leaves out of the tests beside it. */
import './plain-text.test.js';
