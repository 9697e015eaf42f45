/** What every run skips of the tests beside it. */
import './serve.test.js';
