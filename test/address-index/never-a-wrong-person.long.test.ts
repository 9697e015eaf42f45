/** What every run skips of the tests beside it. */
import './never-a-wrong-person.test.js';
