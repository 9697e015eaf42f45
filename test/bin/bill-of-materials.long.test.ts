import './bill-of-materials.test.js';
