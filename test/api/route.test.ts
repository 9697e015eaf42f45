import {expect, test} from 'vitest';
import {many, operation, record, text} from '../../src/api/describe/operation.js';
import {toRequest} from '../../src/api/describe/request.js';
import {operationAt, pathReader, recordName, routeNames} from '../../src/api/describe/route.js';
import {routesOf} from '../../src/sandbox/http/reply.js';

const id = {type: 'integer', required: true, help: 'Which'} as const;
const word = {type: 'text', required: true, help: 'Which'} as const;

const history = operation('GET /contacts/{contact_id}/history?page&since', {
  effect: 'reads',
  params: {contact_id: id, page: id, since: word},
  returns: many('events', record({id: 'integer'})),
});
const archive = operation('POST /lists/{list}/people/{person}', {
  effect: 'acts',
  params: {list: word, person: word, reason: word},
  returns: text('Archived Successfully'),
});

test('every parameter travels where the route names it, and only there', () => {
  expect(toRequest(history, {contact_id: 7, page: 2, since: 'a b&c'})).toMatchObject({
    method: 'GET',
    path: '/contacts/7/history?page=2&since=a%20b%26c',
    fields: [],
  });
  expect(toRequest(archive, {list: 'a/b', person: 'ü?', reason: 'gone'})).toMatchObject({
    path: '/lists/a%2Fb/people/%C3%BC%3F',
    fields: [['reason', 'gone']],
  });
});

test('the last parameter of a route says which record is meant', () => {
  expect(routeNames(archive)).toEqual(['list', 'person']);
  expect(recordName(archive)).toBe('person');
  expect(recordName(history)).toBe('contact_id');
  expect(recordName(operation('GET /lists', {effect: 'reads', returns: many('lists', record({}))}))).toBeUndefined();
});

test('a path is read back as it was written', () => {
  expect(pathReader('/contacts/{contact_id}/history')('/contacts/7/history')).toEqual({contact_id: '7'});
  expect(pathReader('/contacts/{contact_id}/history')('/contacts/7/8/history')).toBeUndefined();
  expect(pathReader('/a.b')('/aXb')).toBeUndefined();
});

test('the sandbox finds the operation and its values; a path without parameters comes first', () => {
  const all = operation('GET /contacts/all/history', {effect: 'reads', returns: many('events', record({}))});
  const routes = routesOf([history, archive, all]);
  expect(routes('/lists/a%2Fb/people/%C3%BC')).toMatchObject({values: {list: 'a/b', person: 'ü'}});
  expect(routes('/contacts/7/history')?.methods.get('GET')).toBe(history);
  expect(routes('/contacts/all/history')?.methods.get('GET')).toBe(all);
  expect(routes('/contacts/7')).toBeUndefined();
});

test('an address that was typed is known by its route', () => {
  const at = (path: string) => operationAt('POST', path, 'https://mail.example.com/api', [history, archive]);
  expect(at('/lists/1/people/2')).toBe(archive);
  expect(at('/LISTS//1/people/2/?x=1')).toBe(archive);
  expect(at('/lists/1/people')).toBeUndefined();
});
