/** What every run leaves out of the tests beside it. */
import './api-command.test.js';
