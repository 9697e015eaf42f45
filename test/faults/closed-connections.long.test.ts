/** What every run skips of the tests beside it. */
import './closed-connections.test.js';
