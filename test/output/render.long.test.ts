/** What every run skips of the tests beside it. */
import './render.test.js';
