/** The word for a chosen record finds that record and no other, and cannot mean anything else. */
import {expect, test} from 'vitest';
import {wordForRecord} from '../../src/ask/line/ask-for-missing.js';

test.each([
  ['a name that one record has', ['Leads', 'Customers'], ['Leads', 'Customers']],
  ['a name that two have', ['Leads', 'Leads', 'Staff'], ['1', '2', 'Staff']],
  ['names that differ in case alone', ['Leads', 'leads'], ['Leads', 'leads']],
  ['digits, which are an id', ['12'], ['1']],
  ['a name that looks like an option', ['-x', '--yes'], ['1', '2']],
  ['a name that looks like a file', ['@home'], ['1']],
  ['a name with the word of an id', ['id:7', 'name:Leads'], ['1', '2']],
  ['a name that nobody can type', ['a\u0007b', ' edge'], ['1', '2']],
])('%s', (_, names, expected) => {
  const records = names.map((name, at) => ({id: String(at + 1), name}));
  expect(records.map(record => wordForRecord(record, records))).toEqual(expected);
});

test('records that have a utr are called by their names too', () => {
  const utr = '2f1c0d3e-8b7a-4c5d-9e6f-001122334455';
  const word = (name: string) => wordForRecord({id: utr, name}, [{id: utr, name}]);
  expect([word('Welcome'), word(utr), word('')]).toEqual(['Welcome', utr, utr]);
});
