/** What every run skips of the tests beside it. */
import './terminal-progress.test.js';
