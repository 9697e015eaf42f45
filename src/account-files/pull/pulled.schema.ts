import {about, integer, listOf, nullable, object, type TypeOf, text} from '../../json-schema/describe.js';
import {countByKind} from '../results.schema.js';

const pulled = object({
  folder: text,
  records: countByKind,
  changed: listOf(text),
  files: about(
    'The files among those that changed which are there now; rows where they hold records',
    listOf(object({path: text, rows: nullable(integer), bytes: integer, sha256: text})),
  ),
});

export default pulled;

export type Pulled = TypeOf<typeof pulled>;
