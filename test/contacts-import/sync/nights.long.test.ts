import './nights.test.js';
