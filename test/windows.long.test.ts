/** What every run skips of the tests beside it. */
import './windows.test.js';
