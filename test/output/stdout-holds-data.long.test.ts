/** What every run skips of the tests beside it. */
import './stdout-holds-data.test.js';
