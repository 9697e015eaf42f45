/** What every run skips of the tests beside it. */
import './still-needed.test.js';
