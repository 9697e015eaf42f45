/** What every run skips of the tests beside it. */
import './json-contract.test.js';
