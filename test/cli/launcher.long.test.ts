/** What every run skips of the tests beside it. */
import './launcher.test.js';
