/** What every run skips of the tests beside it. */
import './login-pastes.test.js';
