/** What every run skips of the tests beside it. */
import './remove-again.test.js';
