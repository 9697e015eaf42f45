import {expect, test} from 'vitest';
import {many, operation, record, text} from '../../../src/api/describe/operation.js';
import {toRequest} from '../../../src/api/describe/request.js';
import {recordName, routeNames} from '../../../src/api/describe/route.js';
import {operationAt} from '../../../src/resources/api-command.js';

const id = {type: 'integer', required: true, help: 'Which'} as const;
const word = {type: 'text', required: true, help: 'Which'} as const;

const history = operation('GET /contacts/history?contact_id&since', {
  effect: 'reads',
  params: {contact_id: id, since: word},
  returns: many('events', record({id: 'integer'})),
});
const archive = operation('POST /lists/people/archive?list', {
  effect: 'acts',
  params: {list: word, reason: word},
  returns: text('Archived Successfully'),
});

test('every parameter travels where the route names it, and only there', () => {
  expect(toRequest(history, {contact_id: 7, since: 'a b&c'})).toMatchObject({
    method: 'GET',
    path: '/contacts/history?contact_id=7&since=a%20b%26c',
    fields: [],
  });
  expect(toRequest(archive, {list: 'ü?', reason: 'gone'})).toMatchObject({
    path: '/lists/people/archive?list=%C3%BC%3F',
    fields: [['reason', 'gone']],
  });
});

test('the last parameter of a route says which record is meant', () => {
  expect(routeNames(history)).toEqual(['contact_id', 'since']);
  expect(recordName(archive)).toBe('list');
  expect(recordName(operation('GET /lists', {effect: 'reads', returns: many('lists', record({}))}))).toBeUndefined();
});

test('an address that was typed is known by its route', () => {
  const at = (path: string) => operationAt('POST', path, 'https://mail.example.com/api', [history, archive]);
  expect(at('/lists/people/archive')).toBe(archive);
  expect(at('/LISTS//people/archive/?x=1')).toBe(archive);
  expect(at('/lists/people')).toBeUndefined();
});
