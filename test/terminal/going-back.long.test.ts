/** What every run skips of the tests beside it. */
import './going-back.test.js';
