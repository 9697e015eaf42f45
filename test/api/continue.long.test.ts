/** What every run skips of the tests beside it. */
import './continue.test.js';
