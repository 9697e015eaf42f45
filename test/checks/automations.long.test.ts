/** What every run skips of the tests beside it. */
import './automations.test.js';
