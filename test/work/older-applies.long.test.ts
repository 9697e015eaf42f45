/** What every run skips of the tests beside it. */
import './older-applies.test.js';
