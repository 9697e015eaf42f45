/** What every run skips of the tests beside it. */
import './contacts-come-back.test.js';
