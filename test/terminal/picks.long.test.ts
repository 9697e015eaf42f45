import './picks.test.js';
