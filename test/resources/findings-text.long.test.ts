/** What every run skips of the tests beside it. */
import './findings-text.test.js';
