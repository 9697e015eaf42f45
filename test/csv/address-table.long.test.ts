/** What every run skips of the tests beside it. */
import './address-table.test.js';
