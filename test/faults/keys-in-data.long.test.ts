/** What every run skips of the tests beside it. */
import './keys-in-data.test.js';
