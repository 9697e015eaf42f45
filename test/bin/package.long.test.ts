import './package.test.js';
