import {about, anything, integer, listOf, mapOf, moment, object, oneOf, text} from '../json-schema/describe.js';

const catalog = about(
  'What --discover prints',
  object({
    streams: listOf(
      object({
        tap_stream_id: text,
        stream: text,
        schema: about('The JSON Schema of its records', mapOf(anything)),
        key_properties: listOf(text),
        metadata: listOf(object({breadcrumb: listOf(text), metadata: mapOf(anything)})),
      }),
    ),
  }),
);

/** A line of `emk tap`: a message of Singer. The SCHEMA of a stream describes its records, which depend on the account's custom fields. */
export default {
  anyOf: [
    object({
      type: oneOf('SCHEMA'),
      stream: text,
      schema: about('The JSON Schema of its records', mapOf(anything)),
      key_properties: listOf(text),
    }),
    object({
      type: oneOf('RECORD'),
      stream: text,
      record: mapOf(anything),
      version: integer,
      time_extracted: moment,
    }),
    object({type: oneOf('ACTIVATE_VERSION'), stream: text, version: integer}),
    object({type: oneOf('STATE'), value: object({bookmarks: mapOf(object({version: integer}))})}),
    catalog,
  ],
  description: 'One line of what emk tap prints',
};
