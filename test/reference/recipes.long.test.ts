/** What every run skips of the tests beside it. */
import './recipes.test.js';
