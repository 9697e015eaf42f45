/** What every run skips of the tests beside it. */
import './guided.test.js';
