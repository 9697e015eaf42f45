/** What every run skips of the tests beside it. */
import './whole-pastes.test.js';
