/** What every run skips of the tests beside it. */
import './transcripts.test.js';
