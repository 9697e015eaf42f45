/** What every run skips of the tests beside it. */
import './names.test.js';
