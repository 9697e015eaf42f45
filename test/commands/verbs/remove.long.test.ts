import './remove.test.js';
