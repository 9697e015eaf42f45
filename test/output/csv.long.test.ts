/** What every run skips of the tests beside it. */
import './csv.test.js';
