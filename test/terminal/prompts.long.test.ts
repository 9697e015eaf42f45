/** What every run skips of the tests beside it. */
import './prompts.test.js';
