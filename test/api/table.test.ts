/** The table of operations, compared with the API's own documentation: neither was made from the other. */
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {partsOf} from '../../src/api/describe/route.js';
import type {Field, Operation, Returns, Shape} from '../../src/api/describe/schema.js';
import {loadCollections} from '../../src/endpoints/all.js';
import {type Endpoint, type Parameter, readDocument, type ServiceRecord, type Success} from './service-document.js';

const document = new URL('../../../shared/service-api.md', import.meta.url);
const recordFile = new URL('service-record.json', import.meta.url);
const isThere = existsSync(document);
if (isThere && process.env['UPDATE'] && !process.env['CI']) {
  // Run biome over it afterwards, because it must have the same format as everything else.
  writeFileSync(recordFile, `${JSON.stringify(readDocument(readFileSync(document, 'utf8')), null, 1)}\n`);
}
const recorded: ServiceRecord = JSON.parse(readFileSync(recordFile, 'utf8'));

const resources = await loadCollections();
const operations = resources.flatMap(({operations}) => Object.values(operations));
const byPath = new Map(operations.map(operation => [partsOf(operation).path, operation]));

test.runIf(isThere)('the record is what the document says', () => {
  expect(recorded).toEqual(JSON.parse(JSON.stringify(readDocument(readFileSync(document, 'utf8')))));
});

describe('the record', () => {
  const {endpoints, records} = recorded;

  test('has the 65 endpoints, which are 67 pairs of method and path', () => {
    expect(endpoints.length).toBe(65);
    expect(new Set(endpoints.map(({path}) => path)).size).toBe(65);
    expect(new Set(endpoints.flatMap(({path, methods}) => methods.map(method => `${method} ${path}`))).size).toBe(67);
  });

  // Written by a person who read the documentation, in case the parser misses something.
  test('holds what the document shows', () => {
    const at = (path: string) => endpoints.find(endpoint => endpoint.path === path);
    const names = (path: string, required: boolean) =>
      at(path)
        ?.params.filter(param => param.required === required)
        .map(({name}) => name);
    expect(names('/contacts/add', true)).toEqual(['contact_type_id', 'email', 'country']);
    expect(names('/contacts/update', true)).toEqual(['contact_id', 'contact_type_id', 'email', 'country']);
    expect(names('/contacts/add', false)).toEqual([
      'first_name',
      'last_name',
      'state',
      'city',
      'address_line1',
      'address_line2',
      'state_province_region',
      'postal_code',
    ]);
    expect(names('/single/send/create', true)).toEqual([
      'template_id',
      'sender_id',
      'unsubscribe_group_id',
      'single_send_name',
      'subject',
      'preheader',
      'recipient_id',
      'schedule_type',
    ]);
    expect(names('/automations/create', true)).toEqual(['type', 'unsubscribe_group_id']);
    expect(names('/unsubscribes-groups/update', true)).toEqual(['id', 'group_name', 'description', 'is_display']);
    expect(names('/sender/update', false)).toEqual(['state_id', 'city_id', 'zip_code', 'company_address2']);
    expect(at('/custom-fields/save')?.params[1]?.choices).toEqual(['text', 'number', 'datetime-local']);
    expect(at('/senders')?.methods).toEqual(['GET', 'POST']);
    expect(at('/single/send/duplicate')?.methods).toEqual(['GET', 'POST']);
    expect(at('/single-send/details')?.success).toEqual({kind: 'sole', key: 'singleSend'});
    expect(at('/get-dynamic/content')?.success).toEqual({kind: 'tags', key: 'contents'});
    expect(endpoints.filter(({encoding}) => encoding === 'urlencoded').length).toBe(6);
    expect(endpoints.filter(({success}) => 'under' in success && success.under === 'errors').length).toBe(3);
    expect(endpoints.filter(({success}) => success.kind === 'text' && success.text === '')).toEqual([]);
    expect(records.flatMap(({keys}) => keys).length).toBeGreaterThan(20);
  });
});

test('the table has what the document has, and nothing else', () => {
  expect([...byPath.keys()].sort()).toEqual(recorded.endpoints.map(({path}) => path).sort());
  expect(operations.length).toBe(recorded.endpoints.length);
});

describe.each(recorded.endpoints)('$path', documented => {
  const operation = byPath.get(documented.path);
  if (!operation) throw new Error(`The table has no ${documented.path}.`);
  const declared = toEndpoint(operation);

  test('method and query', () => {
    expect(declared.methods).toEqual(documented.methods);
    expect(declared.query).toBe(documented.query);
  });

  test('parameters: names, types, required marks, choices', () => {
    expect(sorted(declared.params)).toEqual(sorted(documented.params));
  });

  test('encoding', () => {
    expect(declared.encoding).toBe(documented.encoding);
  });

  test('answer', () => {
    expect(declared.success).toEqual(documented.success);
  });
});

test('of the two endpoints with two methods, senders are read with GET and a mailing is copied with POST', () => {
  const main = (path: string) => byPath.get(path)?.route.split(' ')[0];
  expect([main('/senders'), main('/single/send/duplicate')]).toEqual(['GET', 'POST']);
});

test('the limits of the document are checked before anything is sent', () => {
  const limits = (path: string, name: string) => byPath.get(path)?.params[name]?.limits;
  expect(limits('/contacts-type/add', 'name')?.min).toBe(2);
  expect(limits('/contacts-type/update', 'name')?.min).toBe(2);
  for (const path of ['/sender/save', '/sender/update']) {
    expect(limits(path, 'company_address')?.max).toBe(255);
    expect(limits(path, 'company_address2')?.max).toBe(255);
  }
  const csv = limits('/contacts/upload-csv', 'file')?.pattern;
  expect([csv?.test('leads.csv'), csv?.test('leads.CSV'), csv?.test('leads.xlsx')]).toEqual([true, true, false]);
  const fieldName = limits('/custom-fields/save', 'field_name')?.pattern;
  expect(['Age_2', 'a-b', 'a b', 'é', ''].map(name => fieldName?.test(name))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

describe('records', () => {
  const shapes = new Map<string, Shape[]>();
  for (const {returns} of operations) {
    if (returns.kind === 'many' || returns.kind === 'one') {
      shapes.set(returns.key, [...(shapes.get(returns.key) ?? []), returns.shape]);
    }
  }
  const documented = recorded.records.flatMap(({keys, fields}) =>
    fields.length === 0 ? [] : keys.map(key => ({key, fields})),
  );

  test.each(documented)('$key has the fields of the document', ({key, fields}) => {
    const all = shapes.get(key) ?? [];
    expect(all.length, 'some answer comes under it').toBeGreaterThan(0);
    for (const shape of all) {
      expect(Object.keys(shape).sort()).toEqual(fields.map(({name}) => name).sort());
      for (const field of fields) {
        const {name} = field;
        if (field.null) expect(mayBeNull(shape[name]), `${name} may be null`).toBe(true);
        if (field.listOnly) expect(mayBeMissing(shape[name]), `${name} is only in the list`).toBe(true);
      }
    }
  });
});

const mayBeNull = (field: Field | undefined): boolean =>
  (typeof field === 'object' && 'holds' in field && mayBeNull(field.holds)) ||
  field === 'json' ||
  (typeof field === 'string' && field.endsWith('|null'));

const mayBeMissing = (field: Field | undefined): boolean => typeof field === 'string' && field.endsWith('?');

/** An operation in the record's words. */
function toEndpoint(operation: Operation): Endpoint {
  const {method, path, inQuery} = partsOf(operation);
  const query = inQuery.join('&') || null;
  const inForm = Object.keys(operation.params).some(name => !inQuery.includes(name));
  return {
    path,
    methods: [method, ...(operation.also ? [operation.also] : [])].sort(),
    query,
    encoding: inForm ? operation.encoding : 'none',
    params: Object.entries(operation.params).map(([name, {type, required = false, many = false, choices}]) => ({
      name,
      type,
      required,
      many,
      choices: choices ? [...choices] : null,
    })),
    success: toSuccess(operation.returns),
  };
}

function toSuccess(returns: Returns): Success {
  if (returns.kind === 'many') return {kind: 'many', key: returns.key};
  if (returns.kind === 'one') return {kind: returns.inArray ? 'sole' : 'one', key: returns.key};
  if (returns.kind === 'several') return {kind: 'several', keys: [...returns.keys]};
  return {...returns};
}

const sorted = (params: readonly Parameter[]): Parameter[] =>
  [...params].sort((one, other) => one.name.localeCompare(other.name));
