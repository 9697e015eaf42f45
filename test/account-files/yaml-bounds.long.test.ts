/** What every run leaves out of the tests beside it. */
import './yaml-bounds.test.js';
