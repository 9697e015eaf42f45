/** What every run skips of the tests beside it. */
import './server.test.js';
