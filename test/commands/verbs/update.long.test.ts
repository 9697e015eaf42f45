/** What every run skips of the tests beside it. */
import './update.test.js';
