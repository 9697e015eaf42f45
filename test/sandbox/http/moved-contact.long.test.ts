/** What every run skips of the tests beside it. */
import './moved-contact.test.js';
