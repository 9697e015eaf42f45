/** What every run skips of the tests beside it. */
import './audience.test.js';
