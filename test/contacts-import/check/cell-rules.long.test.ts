/** What every run skips of the tests beside it. */
import './cell-rules.test.js';
