/** What every run skips of the tests beside it. */
import './cron.test.js';
