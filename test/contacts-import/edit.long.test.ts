/** What every run skips of the tests beside it. */
import './edit.test.js';
