/** What every run skips of the tests beside it. */
import './sync.test.js';
