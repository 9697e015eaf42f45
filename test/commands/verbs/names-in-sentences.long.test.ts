/** What every run skips of the tests beside it. */
import './names-in-sentences.test.js';
