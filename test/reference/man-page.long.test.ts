/** What every run leaves out of the tests beside it. */
import './man-page.test.js';
