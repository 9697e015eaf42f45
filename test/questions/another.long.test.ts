/** What every run skips of the tests beside it. */
import './another.test.js';
