/** What every run skips of the tests beside it. */
import './cut-lists.test.js';
