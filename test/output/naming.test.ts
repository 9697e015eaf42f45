import {expect, test} from 'vitest';
import type {Reference, Shape} from '../../src/api/describe/schema.js';
import {automation} from '../../src/endpoints/automations.js';
import {contact} from '../../src/endpoints/contacts.js';
import {mailing} from '../../src/endpoints/mailings.js';
import type {RenderOptions} from '../../src/output/results/render-options.js';
import type {Result} from '../../src/output/results/result.js';
import {toView} from '../../src/records/view/select.js';
import {print, sourceOf} from './source.js';

const known: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  lists: {1: 'Newsletter', 2: 'Cust\u001b[31m'},
  segments: {1: 'VIP'},
  groups: {4: 'Weekly'},
  senders: {2: 'news@acme.example'},
  countries: {85: 'Germany'},
};

/** Returns the names above, and notes which collections were requested. */
function asking(): {readonly asked: string[]; readonly readNames: (from: Reference) => Promise<Map<string, string>>} {
  const asked: string[] = [];
  return {
    asked,
    async readNames(from) {
      const {noun} = (await from()).default;
      asked.push(noun.many);
      return new Map(Object.entries(known[noun.many] ?? {}));
    },
  };
}

const listed = (
  shape: Shape,
  batches: readonly (readonly object[])[],
  input: Parameters<typeof toView>[0],
): Result => ({
  kind: 'records',
  records: sourceOf(batches),
  shape,
  key: 'id',
  noun: {one: 'thing', many: 'things'},
  view: toView(input, {shape, columns: []}),
});

/** What a list prints, and which collections it requested. */
async function seen(result: Result, options: Partial<RenderOptions> = {}): Promise<{out: string; asked: string[]}> {
  const {asked, readNames} = asking();
  return {out: (await print(result, {readNames: readNames, ...options})).out, asked};
}

test('ids are shown by name, a collection is asked for once, and an unknown id stays', async () => {
  const batches = [[{contact_type_id: 1}, {contact_type_id: 2}], [{contact_type_id: 99}], [{contact_type_id: 1}]];
  expect(await seen(listed(contact, batches, {columns: 'contact_type_id'}))).toEqual({
    out: 'List\nNewsletter\nCust␛[31m\n99\nNewsletter\n',
    asked: ['lists'],
  });
});

test('only the columns shown are named', async () => {
  const batches = [[{city: 'Rome', contact_type_id: 1}]];
  expect((await seen(listed(contact, batches, {columns: 'city'}))).asked).toEqual([]);
});

test('nothing is asked for where no record refers to anything', async () => {
  const batches = [[{country: 'Germany'}, {country: ''}, {country: null}]];
  const {out, asked} = await seen(listed(contact, batches, {columns: 'country'}));
  expect({out, asked}).toEqual({out: 'Country\nGermany\n\n\n', asked: []});
});

test.each(['json', 'jsonl', 'csv', 'tsv', 'id'] as const)('%s keeps the ids and asks for nothing', async format => {
  const {out, asked} = await seen(listed(contact, [[{id: 7, contact_type_id: 1}]], {columns: 'id,contact_type_id'}), {
    format,
  });
  expect(out).not.toContain('Newsletter');
  expect(asked).toEqual([]);
});

test('an audience is named with its kind, in whichever form it is sent', async () => {
  const targets = [
    {id: '1', table: 'contacts_'},
    {id: '1', table: 'segments_'},
    'contacts_2',
    {id: '9', table: 'lists_'},
  ];
  const {out, asked} = await seen(listed(mailing, [[{recipient_id: targets}]], {columns: 'recipient_id'}));
  expect(out).toBe('To\nNewsletter (list), VIP (segment), Cust␛[31m (list), lists_9\n');
  expect(asked.sort()).toEqual(['lists', 'segments']);
});

test('parts of an audience stay as they are when asked for by path', async () => {
  const records = [[{recipient_id: [{id: '1', table: 'contacts_'}]}]];
  const {out, asked} = await seen(listed(mailing, records, {columns: 'recipient_id.id,recipient_id.table'}));
  expect(out).toBe('To id  To table\n1      contacts_\n');
  expect(asked).toEqual([]);
});

test('a kind that stands in a field of its own is found, even in a sorted list', async () => {
  const records = [
    [
      {automation_name: 'b', automation_for: 1, automation_for_table: 'segments_', unsubscribe_group_id: '4'},
      {automation_name: 'a', automation_for: 1, automation_for_table: 'contacts_', unsubscribe_group_id: '4'},
    ],
  ];
  const input = {columns: 'automation_for,unsubscribe_group_id', sort: ['automation_name']};
  expect((await seen(listed(automation, records, input))).out).toBe(
    'For                Group\nNewsletter (list)  Weekly\nVIP (segment)      Weekly\n',
  );
});

test('one record is named like a list, on a terminal too', async () => {
  const record = {contact_type_id: 1, country: '85'};
  const shown: Result = {kind: 'record', record, shape: contact, key: 'id'};
  expect((await seen(shown)).out).toBe('List     Newsletter\nCountry  Germany\n');
  expect((await seen(shown, {width: 80})).out).toContain('│ Country │ Germany    │');
});

test('a sheet has its own fields without ids, those that were asked for come in their place, and programs get everything', async () => {
  const record = {id: 7, user_id: 1, contact_type_id: 1, city: 'Rome'};
  const sheet: Result = {
    kind: 'record',
    record,
    shape: contact,
    key: 'id',
    fields: {columns: ['id', 'city', 'email'], computed: [], chosen: false},
  };
  const chosen: Result = {...sheet, fields: {columns: ['city', 'contact_type_id'], computed: [], chosen: true}};
  expect((await seen(sheet)).out).toBe('City  Rome\n');
  expect(JSON.parse((await seen(sheet, {format: 'json'})).out)).toEqual(record);
  expect((await seen(sheet, {format: 'csv'})).out).toBe('id,user_id,contact_type_id,city\n7,1,1,Rome\n');
  expect((await seen(chosen)).out).toBe('City  Rome\nList  Newsletter\n');
  expect(JSON.parse((await seen(chosen, {format: 'jsonl'})).out)).toEqual({city: 'Rome', contact_type_id: 1});
  expect((await seen(chosen, {format: 'tsv'})).out).toBe('city\tcontact_type_id\nRome\t1\n');
  expect((await seen(chosen, {format: 'id'})).out).toBe('7\n');
});
