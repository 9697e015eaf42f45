/** What every run skips of the tests beside it. */
import './on-disk.test.js';
