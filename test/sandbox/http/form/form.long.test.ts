/** What every run skips of the tests beside it. */
import './form.test.js';
