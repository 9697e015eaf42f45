/** What every run skips of the tests beside it. */
import './zone.test.js';
