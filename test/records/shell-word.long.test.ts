/** What every run skips of the tests beside it. */
import './shell-word.test.js';
