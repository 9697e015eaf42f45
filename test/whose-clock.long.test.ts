/** What every run leaves out of the tests beside it. */
import './whose-clock.test.js';
