/** What every run leaves out of the tests beside it. */
import './round-trip.test.js';
