/** What every run skips of the tests beside it. */
import './lines-alike.test.js';
