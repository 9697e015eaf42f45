/** What every run skips of the tests beside it. */
import './harmless.test.js';
