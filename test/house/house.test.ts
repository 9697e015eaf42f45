/** The rules of the house, as one file of tests: all trees are loaded once for all of them. */
import './door.js';
import './exports.js';
import './layers.js';
