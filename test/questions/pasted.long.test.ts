/** What every run skips of the tests beside it. */
import './pasted.test.js';
