/** What every run skips of the tests beside it. */
import './yaml-bounds.test.js';
