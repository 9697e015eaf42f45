/** What every run skips of the tests beside it. */
import './api-command.test.js';
