/** What every run skips of the tests beside it. */
import './prune.test.js';
