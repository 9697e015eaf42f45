import './masked-pieces.test.js';
