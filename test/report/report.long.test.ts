import './report.test.js';
