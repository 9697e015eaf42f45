/** What every run skips of the tests beside it. */
import './examples.test.js';
