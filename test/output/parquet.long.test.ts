/** What every run skips of the tests beside it. */
import './parquet.test.js';
