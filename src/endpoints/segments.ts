import {collection} from '../api/collection.js';
import {operation} from '../api/operation.js';
import {many, record, textUnderErrors} from '../api/schema.js';

export const segment = record({
  id: 'integer',
  user_id: 'integer',
  contact_type_id: 'integer',
  segment_name: 'text',
  select_field: ['text'],
  select_operator: ['text'],
  value: ['text'],
  query_type: 'json',
  deleted_at: 'timestamp|null',
  created_at: 'timestamp',
  updated_at: 'timestamp',
  segment_emails_count: 'integer',
});

const segmentId = {
  type: 'integer',
  required: true,
  help: 'Id of the segment',
  option: 'segment',
  value: 'segment',
} as const;

export const operations = {
  list: operation('GET /segment/list', {effect: 'reads', returns: many('segments', segment)}),
  delete: operation('DELETE /segment/delete?segment_id', {
    effect: 'deletes',
    params: {segment_id: segmentId},
    returns: textUnderErrors('Deleted Successfully'),
  }),
};

const segments = collection({
  record: segment,
  key: 'id',
  label: 'segment_name',
  noun: {one: 'segment', many: 'segments'},
  list: operations.list,
  see: 'emk segments list',
  operations,
});

export default segments;
