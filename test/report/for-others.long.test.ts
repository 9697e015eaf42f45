/** What every run skips of the tests beside it. */
import './for-others.test.js';
