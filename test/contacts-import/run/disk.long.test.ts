import './disk.test.js';
