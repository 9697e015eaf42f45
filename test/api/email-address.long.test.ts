/** What every run skips of the tests beside it. */
import './email-address.test.js';
