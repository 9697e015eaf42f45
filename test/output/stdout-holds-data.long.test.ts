/** What every run leaves out of the tests beside it. */
import './stdout-holds-data.test.js';
