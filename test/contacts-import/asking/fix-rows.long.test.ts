/** What every run leaves out of the tests beside it. */
import './fix-rows.test.js';
