import './at-once.test.js';
