/** What every run skips of the tests beside it. */
import './unknown-values.test.js';
