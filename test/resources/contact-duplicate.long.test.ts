/** What every run skips of the tests beside it. */
import './contact-duplicate.test.js';
