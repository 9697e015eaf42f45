import './undo.test.js';
