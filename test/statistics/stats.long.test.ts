import './stats.test.js';
