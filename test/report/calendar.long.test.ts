/** What every run skips of the tests beside it. */
import './calendar.test.js';
