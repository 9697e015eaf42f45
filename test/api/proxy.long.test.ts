/** What every run skips of the tests beside it. */
import './proxy.test.js';
