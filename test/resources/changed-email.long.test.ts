/** What every run skips of the tests beside it. */
import './changed-email.test.js';
