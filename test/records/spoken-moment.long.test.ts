/** What every run skips of the tests beside it. */
import './spoken-moment.test.js';
