import {expect, test} from 'vitest';
import {nestedText} from '../../../src/records/fields/readable.js';

test.each([
  ['a record is its name', {id: 3, name: 'Newsletter', user_id: 1}, 'Newsletter'],
  ['a target is its code', {id: '3', table: 'contacts_'}, 'contacts_3'],
  [
    'targets stand behind one another',
    [
      {id: '1', table: 'contacts_'},
      {id: 2, table: 'segments_'},
    ],
    'contacts_1;segments_2',
  ],
  ['so do texts and numbers', ['17', 4, null], '17;4;'],
  ['a text that looks like two leaves it JSON', ['a;b', 'c'], '["a;b","c"]'],
  ['nothing is nothing', [], ''],
  [
    'custom fields are JSON',
    {age: {field_name: 'age', field_value: '36'}},
    '{"age":{"field_name":"age","field_value":"36"}}',
  ],
  ['custom fields called like parts of a record too', {name: 'Ada', table: '4'}, '{"name":"Ada","table":"4"}'],
  [
    'a list of them loses no names',
    [{field_name: 'age', field_value: '36'}],
    '[{"field_name":"age","field_value":"36"}]',
  ],
  ['a record without a name is JSON', {id: 3}, '{"id":3}'],
])('%s', (_, value, text) => {
  expect(nestedText(value)).toBe(text);
});
