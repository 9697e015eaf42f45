/** What every run skips of the tests beside it. */
import './answer.test.js';
