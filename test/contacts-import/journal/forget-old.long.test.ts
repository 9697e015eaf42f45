/** What every run skips of the tests beside it. */
import './forget-old.test.js';
