/** What every run skips of the tests beside it. */
import './add-addresses.test.js';
