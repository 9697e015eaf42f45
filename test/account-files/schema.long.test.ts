/** What every run skips of the tests beside it. */
import './schema.test.js';
