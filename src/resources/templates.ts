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

export const operations = {
  list: operation('GET /get-design/template', {effect: 'reads', returns: many('templates', template)}),
  tags: operation('GET /get-dynamic/content', {effect: 'reads', returns: tags('contents')}),
};
