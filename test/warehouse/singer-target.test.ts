/** The target that judges `emk tap` refuses a tap that breaks any one rule of the Singer specification. */
import {expect, test} from 'vitest';
import {createTarget} from './singer-target.js';

type Message = Record<string, unknown>;

const columns = {id: {type: 'integer'}, at: {type: ['null', 'string'], format: 'date-time'}};
const schema = {type: 'object', properties: columns};
const record = (id: unknown, more: Message = {}): Message => ({
  ...{type: 'RECORD', stream: 'people', record: {id, at: '2026-03-04T12:00:00.5Z'}},
  ...{version: 7, time_extracted: '2026-03-04T12:00:00Z', ...more},
});
const described: Message = {type: 'SCHEMA', stream: 'people', schema, key_properties: ['id']};
const activated: Message = {type: 'ACTIVATE_VERSION', stream: 'people', version: 7};
const state: Message = {type: 'STATE', value: {bookmarks: {people: {version: 7}}}};

const taking = (messages: readonly Message[]) => () => {
  const target = createTarget();
  target.take(messages.map(message => `${JSON.stringify(message)}\n`).join(''));
  return target.tables.get('people')?.size;
};

test('a tap that keeps the rules is taken', () => {
  expect(taking([described, activated, record(1), record(2), activated, state])()).toBe(2);
});

test.each<[rule: string, Message[]]>([
  ['its SCHEMA comes first', [record(1), described, activated]],
  ['its SCHEMA comes first', [{...activated, stream: 'others'}]],
  ['a stream has a name', [{...described, stream: ''}]],
  ['a SCHEMA describes objects', [{...described, schema: {type: 'string'}}]],
  ['key_properties are in the schema', [{...described, key_properties: ['utr']}]],
  ['key_properties are in the schema', [{...described, key_properties: []}]],
  ['bookmark_properties are in the schema', [{...described, bookmark_properties: ['updated_at']}]],
  ['a RECORD is as its SCHEMA says', [described, record('one')]],
  ['a RECORD is as its SCHEMA says', [described, record(1, {record: {id: 1, at: '2026-02-30T12:00:00Z'}})]],
  ['a RECORD is as its SCHEMA says', [described, record(1, {record: {id: 1, at: '4 March 2026'}})]],
  ['a RECORD has its keys', [described, record(1, {record: {at: null}})]],
  ['a RECORD has no column beyond', [described, record(1, {record: {id: 1, age: 36}})]],
  ['a stream has one version', [described, record(1), record(2, {version: 8})]],
  ['a stream has one version', [described, record(1, {version: undefined})]],
  ['time_extracted is a moment', [described, record(1, {time_extracted: '2026-03-04'})]],
  ['the version of the records is activated', [described, record(1), {...activated, version: 8}]],
  ['a version is activated after its last record', [described, activated, record(1)]],
  ['a version is activated after its last record', [described]],
  ['a STATE comes after the records', [described, record(1), state, activated]],
  ['a STATE comes after the records', [described, record(1), activated, state, record(2)]],
  [
    'a STATE comes after the records',
    [described, record(1), activated, {type: 'STATE', value: {bookmarks: {others: {version: 7}}}}],
  ],
  ['a STATE has bookmarks', [{type: 'STATE', value: 7}]],
  ['a message has a known type', [{type: 'NOTE'}]],
])('one that breaks it is refused: %s', (rule, messages) => {
  expect(taking(messages)).toThrow(rule);
});

test('half a line is refused', () => {
  expect(() => createTarget().take('{"type":"STATE"')).toThrow('a message is a line');
});
