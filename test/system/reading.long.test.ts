import './reading.test.js';
