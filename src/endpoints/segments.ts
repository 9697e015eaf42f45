import {collection, deletion, idOf, many, operation, record, refers} from '../api/describe/operation.js';
import type {Reference} from '../api/describe/schema.js';
import {people} from '../core/words/sentence.js';

export const segment = record({
  id: 'integer',
  user_id: 'integer',
  contact_type_id: refers(() => import('./lists.js')),
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

const segmentId = {...idOf('segment', 'The segment, by id or name', itself), option: 'segment'} as const;

export const operations = {
  list: operation('GET /segment/list', {effect: 'reads', returns: many('segments', segment)}),
  delete: deletion('DELETE /segment/delete?segment_id', {segment_id: segmentId}, 'errors'),
};

const segments = collection({
  record: segment,
  key: 'id',
  label: 'segment_name',
  beside: ({segment_emails_count}) => [people(segment_emails_count)],
  noun: {one: 'segment', many: 'segments'},
  operations,
});

export default segments;
