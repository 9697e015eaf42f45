/** What every run skips of the tests beside it. */
import './open-outside.test.js';
