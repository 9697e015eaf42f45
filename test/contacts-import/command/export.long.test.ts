/** What every run skips of the tests beside it. */
import './export.test.js';
