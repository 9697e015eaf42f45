/** What every run skips of the tests beside it. */
import './interruptions.test.js';
