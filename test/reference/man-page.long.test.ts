/** What every run skips of the tests beside it. */
import './man-page.test.js';
