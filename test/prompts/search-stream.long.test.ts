/** What every run leaves out of the tests beside it. */
import './search-stream.test.js';
