/** What every run skips of the tests beside it. */
import './reads.test.js';
