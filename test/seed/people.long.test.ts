/** What every run skips of the tests beside it. */
import './people.test.js';
