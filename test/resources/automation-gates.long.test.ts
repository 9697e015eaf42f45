/** What every run skips of the tests beside it. */
import './automation-gates.test.js';
