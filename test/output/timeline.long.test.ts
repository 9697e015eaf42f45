/** What every run skips of the tests beside it. */
import './timeline.test.js';
