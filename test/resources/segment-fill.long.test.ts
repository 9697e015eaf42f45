/** What every run leaves out of the tests beside it. */
import './segment-fill.test.js';
