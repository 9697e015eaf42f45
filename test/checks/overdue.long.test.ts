import './overdue.test.js';
