/** What every run leaves out of the tests beside it. */
import './login-pastes.test.js';
