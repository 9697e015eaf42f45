/** The same with many more screens. */
import './equal-truths.test.js';
