import {record} from '../../api/describe/notation.js';

/** A finding as a record, so that findings can be listed, filtered and exported. */
export const finding = record({
  level: 'text',
  check: 'text',
  file: 'text|null',
  line: 'integer|null',
  column: 'integer|null',
  says: 'text',
  hint: 'text|null',
});
