/** What every run skips of the tests beside it. */
import './sender-not-verified.test.js';
