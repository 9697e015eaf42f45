/** What every run skips of the tests beside it. */
import './indent.test.js';
