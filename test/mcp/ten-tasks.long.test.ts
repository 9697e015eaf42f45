/** What every run skips of the tests beside it. */
import './ten-tasks.test.js';
