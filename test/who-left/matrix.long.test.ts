import './matrix.test.js';
