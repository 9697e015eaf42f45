/** What every run skips of the tests beside it. */
import './agenda.test.js';
