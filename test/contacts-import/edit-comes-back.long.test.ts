/** What every run skips of the test beside it: more rounds. */
import './edit-comes-back.test.js';
