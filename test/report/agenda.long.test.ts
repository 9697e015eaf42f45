/** What every run leaves out of the tests beside it. */
import './agenda.test.js';
