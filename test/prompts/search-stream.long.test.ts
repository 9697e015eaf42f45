/** What every run skips of the tests beside it. */
import './search-stream.test.js';
