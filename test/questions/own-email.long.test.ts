/** What every run skips of the tests beside it. */
import './own-email.test.js';
