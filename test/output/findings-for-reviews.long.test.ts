/** What every run skips of the tests beside it. */
import './findings-for-reviews.test.js';
