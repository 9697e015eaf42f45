/** The rules of the house, as one file of tests: the compiler and all trees are loaded once for all of them. */
import './comments.js';
import './complexity.js';
import './door.js';
import './ended.js';
import './exports.js';
import './formats.js';
import './function-length.js';
import './names.js';
import './proven.js';
import './texts.js';
import './twins.js';
import './two-parts.js';
import './words.js';
