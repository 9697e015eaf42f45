/** What every run skips of the tests beside it. */
import './command.test.js';
