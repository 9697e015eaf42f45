/** What every run skips of the tests beside it. */
import './older-formats.test.js';
