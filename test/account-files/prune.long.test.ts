/** What every run leaves out of the tests beside it. */
import './prune.test.js';
