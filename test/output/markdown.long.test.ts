/** What every run skips of the tests beside it. */
import './markdown.test.js';
