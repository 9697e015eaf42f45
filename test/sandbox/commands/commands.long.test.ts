/** What every run skips of the tests beside it. */
import './commands.test.js';
