/** What every run skips of the tests beside it. */
import './automation-show.test.js';
