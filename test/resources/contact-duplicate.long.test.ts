/** What every run leaves out of the tests beside it. */
import './contact-duplicate.test.js';
