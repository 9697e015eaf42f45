/** What every run skips of the tests beside it. */
import './columns.test.js';
