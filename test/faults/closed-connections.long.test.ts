/** What every run leaves out of the tests beside it. */
import './closed-connections.test.js';
