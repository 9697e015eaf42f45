/** What every run leaves out of the tests beside it. */
import './cell-rules.test.js';
