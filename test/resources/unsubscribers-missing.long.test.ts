/** What every run skips of the tests beside it. */
import './unsubscribers-missing.test.js';
