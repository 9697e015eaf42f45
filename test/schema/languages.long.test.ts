/** What every run skips of the tests beside it. */
import './languages.test.js';
