/** What every run leaves out of the tests beside it. */
import './redirected-key.test.js';
