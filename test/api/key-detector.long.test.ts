import './key-detector.test.js';
