/** What every run skips of the tests beside it. */
import './segment-fill.test.js';
