/** What every run skips of the tests beside it. */
import './round-trip.test.js';
