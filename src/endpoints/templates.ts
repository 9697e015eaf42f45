import {collection} from '../api/collection.js';
import {operation} from '../api/operation.js';
import {many, record, tags} from '../api/schema.js';

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

export const operations = {
  list: operation('GET /get-design/template', {effect: 'reads', returns: many('templates', template)}),
  tags: operation('GET /get-dynamic/content', {effect: 'reads', returns: tags('contents')}),
};

const templates = collection({
  record: template,
  key: 'id',
  label: 'template_name',
  noun: {one: 'template', many: 'templates'},
  list: operations.list,
  see: 'emk templates list',
  operations,
});

export default templates;
