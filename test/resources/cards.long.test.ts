import './cards.test.js';
