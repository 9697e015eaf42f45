/** The tasks of every run in the older revision too. */
import './tasks.test.js';
