/** What every run skips of the tests beside it. */
import './import.test.js';
