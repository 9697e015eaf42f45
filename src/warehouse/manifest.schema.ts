import {about, boolean, integer, listOf, moment, object, oneOf, type TypeOf, text} from '../json-schema/describe.js';

const manifest = object({
  version: about('Version of this form of manifest', integer),
  emk: about('The version of emk that made it', text),
  service: about('The API root that was read', text),
  format: text,
  from: about('When emk began to read', moment),
  until: about('When it had read everything', moment),
  files: listOf(
    object({
      name: about('The kind of record, which is a good name for its table', text),
      path: text,
      rows: integer,
      bytes: integer,
      sha256: text,
      key: about('The column that tells one record from another', text),
      columns: listOf(
        object({
          name: text,
          type: oneOf('text', 'integer', 'number', 'boolean', 'timestamp', 'json'),
          nullable: boolean,
        }),
      ),
    }),
  ),
  consistency: about(
    'The service has no snapshot. So emk reads the short lists again at the end. What changed meanwhile may be partly from before and partly from after',
    object({
      checked: about('The lists that were read twice', listOf(text)),
      changed: about('Those that were not the same the second time', listOf(text)),
    }),
  ),
});

/** What an export holds: `manifest.json` in its folder. */
export default manifest;

export type Manifest = TypeOf<typeof manifest>;
