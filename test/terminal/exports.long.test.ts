/** What every run skips of the tests beside it. */
import './exports.test.js';
