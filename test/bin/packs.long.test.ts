/** What every run skips of the tests beside it. */
import './packs.test.js';
