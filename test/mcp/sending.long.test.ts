import './sending.test.js';
