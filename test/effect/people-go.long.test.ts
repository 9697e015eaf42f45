/** What every run skips of the tests beside it. */
import './people-go.test.js';
