/** What every run leaves out of the tests beside it. */
import './on-disk.test.js';
