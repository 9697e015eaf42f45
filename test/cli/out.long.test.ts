import './out.test.js';
