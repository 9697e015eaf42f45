/** The word for a chosen record finds that record and no other, and cannot mean anything else. */
import {expect, test} from 'vitest';
import {wordsFor} from '../../src/ask/line/ask-record.js';
import type {Context} from '../../src/commands/command.js';
import automations from '../../src/endpoints/automations.js';
import lists from '../../src/endpoints/lists.js';

const contextWith = (...records: object[]): Context =>
  ({
    async *stream() {
      yield records;
    },
  }) as unknown as Context;

const typesCalled = (...names: string[]) => names.map((name, at) => ({id: at + 1, name}));

test.each([
  ['a name that one record has', ['Leads', 'Customers'], ['Leads', 'Customers']],
  ['a name that two have', ['Leads', 'Leads', 'Staff'], ['1', '2', 'Staff']],
  ['names that differ in case alone', ['Leads', 'leads'], ['Leads', 'leads']],
  ['digits, which are an id', ['12'], ['1']],
  ['a name that looks like an option', ['-x', '--yes'], ['1', '2']],
  ['a name that looks like a file', ['@home'], ['1']],
  ['a name with the word of an id', ['id:7', 'name:Leads'], ['1', '2']],
  ['a name that nobody can type', ['a\u0007b', ' edge'], ['1', '2']],
])('%s', async (_, names, expected) => {
  const types = typesCalled(...names);
  const chosen = types.map(({id, name}) => ({id: String(id), name}));
  expect(await wordsFor(contextWith(...types), lists, chosen, {})).toEqual(expected);
});

test('records that have a utr are called by their names too', async () => {
  const utr = '2f1c0d3e-8b7a-4c5d-9e6f-001122334455';
  const context = contextWith({utr, automation_name: 'Welcome'});
  expect(await wordsFor(context, automations, [{id: utr, name: 'Welcome'}], {})).toEqual(['Welcome']);
  expect(await wordsFor(context, automations, [{id: utr, name: utr}], {})).toEqual([utr]);
});
