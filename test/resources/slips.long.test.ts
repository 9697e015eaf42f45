import './slips.test.js';
