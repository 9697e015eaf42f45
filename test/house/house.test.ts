/** The rules of the house. They are one file of tests, since the compiler and the tree of every source are loaded for all of them. */
import './exports.js';
import './formats.js';
import './function-length.js';
import './names.js';
import './proven.js';
import './twins.js';
