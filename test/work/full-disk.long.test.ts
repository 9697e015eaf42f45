/** What every run skips of the tests beside it. */
import './full-disk.test.js';
