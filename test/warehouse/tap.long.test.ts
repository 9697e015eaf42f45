/** What every run skips of the tests beside it. */
import './tap.test.js';
