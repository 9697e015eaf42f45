import {collection} from '../api/describe/collection.js';
import {operation} from '../api/describe/operation.js';
import {many, type Reference, record, refers, textUnderErrors} from '../api/describe/schema.js';
import {people} from '../words/count.js';

export const segment = record({
  id: 'integer',
  user_id: 'integer',
  contact_type_id: refers(() => import('./contact-types.js')),
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

const itself: Reference = async () => ({default: segments});

const segmentId = {
  type: 'integer',
  required: true,
  help: 'The segment, by id or name',
  from: itself,
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
  beside: ({segment_emails_count}) => [people(segment_emails_count)],
  holdsPeople: true,
  noun: {one: 'segment', many: 'segments'},
  list: operations.list,
  see: 'emk segments list',
  operations,
});

export default segments;
