/** What every run skips of the tests beside it. */
import './sandbox.test.js';
