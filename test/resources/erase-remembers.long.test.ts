/** What every run skips of the tests beside it. */
import './erase-remembers.test.js';
