/** What every run skips of the tests beside it. */
import './tour.test.js';
