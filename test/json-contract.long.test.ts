/** What every run leaves out of the tests beside it. */
import './json-contract.test.js';
