/** What every run skips of the tests beside it. */
import './modules.test.js';
