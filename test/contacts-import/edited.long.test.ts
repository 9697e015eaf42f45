/** What every run skips of the tests beside it. */
import './edited.test.js';
