import './kept-versions.test.js';
