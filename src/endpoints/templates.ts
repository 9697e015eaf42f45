import {collection, many, operation, record, tags} from '../api/describe/operation.js';
import {reservedFields} from './fields.js';

export const template = record({
  id: 'integer',
  template_name: 'text',
  preview_image: 'text',
  json_code: 'text',
  html_code: 'text',
  is_blank: 'flag',
  created_at: 'timestamp|null',
  updated_at: 'timestamp|null',
});

/** A tag is a plain word; as a record it can be listed like everything else. */
export const tag = record({tag: 'text'});

/** The tags in the API's documentation. An account may have more, for its custom fields. */
export const documentedTags: readonly string[] = [
  ...reservedFields,
  'full_name',
  'father_name',
  'designation',
  'age',
  'company_name',
  'birth_date',
  'join_date',
  'sender_name',
  'sender_address',
  'unsubscribe_preferences',
];

export const operations = {
  list: operation('GET /get-design/template', {effect: 'reads', returns: many('templates', template)}),
  tags: operation('GET /get-dynamic/content', {effect: 'reads', returns: tags('contents')}),
};

const templates = collection({
  record: template,
  key: 'id',
  label: 'template_name',
  noun: {one: 'template', many: 'templates'},
  operations,
});

export default templates;
