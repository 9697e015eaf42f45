/** What every run skips of the tests beside it. */
import './planning.test.js';
