/** Values that a program has damaged: counted with their place, and emptied, unwrapped, kept or rejected. */
import {expect, test} from 'vitest';
import type {CheckOptions} from '../../../src/contacts-import/file/contract.js';
import {check, report} from '../reading.js';

const file = [
  'email,first_name,last_name,phone,postal_code,age,country',
  'a@example.com,#REF!,Null,4.91702E+11,"=""00123""",#N/A,NULL',
  'b@example.com,Nina,None,123,="0815",36,Germany',
  'c@example.com,undefined,Nowak,\\N,12345,NaN,Germany',
  '',
].join('\n');

const valuesWith = async (text: string, options: Partial<CheckOptions>): Promise<string[]> => {
  const rows: string[] = [];
  for await (const batch of (await check(text, options)).goodValues()) {
    for (const {values} of batch) rows.push(Object.values(values).join('|'));
  }
  return rows;
};

test('all are counted with their column and first line, and the file is refused with each answer', async () => {
  expect(await report(file, {damaged: 'ask'})).toBe(`
error 2: 10 values of leads.csv are damaged: “#REF!” in “first_name” (line 2), “4.91702E+11” in “phone” (line 2), “="00123"” in “postal_code” (2 rows, first in line 2), “#N/A” in “age” (line 2), “NULL” in “country” (line 2), “None” in “last_name” (line 3), “undefined” in “first_name” (line 4), “\\N” in “phone” (line 4), “NaN” in “age” (line 4).
  Unwrap ="00123" to 00123, and empty the others: add --damaged empty
Keep them as they are: add --damaged keep
Reject their rows: add --damaged reject
`);
});

test('they are emptied and unwrapped, in what is compared as in what is sent', async () => {
  expect(await valuesWith(file, {damaged: 'empty'})).toEqual([
    'a@example.com||Null||00123||',
    'b@example.com|Nina||123|0815|36|Germany',
    'c@example.com||Nowak||12345||Germany',
  ]);
  const sent = await report(file, {damaged: 'empty'});
  expect(sent).toContain('2: a@example.com,,Null,,00123,,\n');
  expect(sent).toContain('! 10 damaged values are emptied or unwrapped: “#REF!” in “first_name” (line 2)');
});

test('what other programs write for nothing is damaged too', async () => {
  const words = ['(null)', '(NULL)', '<null>', '[object Object]'];
  const text = `email,city\n${words.map((word, at) => `p${at}@example.com,${word}\n`).join('')}`;
  expect(await valuesWith(text, {damaged: 'empty'})).toEqual(words.map((_, at) => `p${at}@example.com|`));
  await expect(check(text, {damaged: 'ask'})).rejects.toThrow('4 values of leads.csv are damaged');
});

test('what a person keeps stays as it is, and what a field cannot hold is rejected', async () => {
  const {good, rejected} = await check(file, {damaged: 'keep'});
  expect({good, rejected}).toEqual({good: 1, rejected: 2});
  const text = 'email,last_name\na@example.com,None\nb@example.com,NULL\n';
  expect(await valuesWith(text, {damaged: 'keep'})).toEqual(['a@example.com|None', 'b@example.com|NULL']);
  expect(await valuesWith(text, {})).toEqual(['a@example.com|None', 'b@example.com|NULL']);
});

test('rows are rejected, each with its reason', async () => {
  const said = await report('email,city\na@example.com,NULL\nb@example.com,Bonn\n', {damaged: 'reject'});
  expect(said).toContain('2 rows: 1 good, 1 rejected');
  expect(said).toContain('2✗ “NULL” in “city” is damaged');
});

test('an emptied value gets that of --set', async () => {
  const set = [['city', 'Bonn']] as const;
  expect(await valuesWith('email,city\na@example.com,NULL\n', {damaged: 'empty', set})).toEqual(['a@example.com|Bonn']);
});

test('an emptied country is no strange one', async () => {
  const countries = (text: string) => (text === 'Germany' ? text : undefined);
  const {strangeCountries} = await check('email,country\na@example.com,#N/A\nb@example.com,Germany\n', {
    damaged: 'empty',
    countries,
  });
  expect(strangeCountries).toEqual([]);
});

test.each([
  ['first_name', ['Null', 'Nan', 'none', 'NULLE', 'Undefined', '#1', '# REF', 'No', 'Nele', 'N/A', 'n/a', '-']],
  ['city', ['NULL island', 'the value is NULL', '=1+1', '2E', 'E+11', '4.9E+1']],
  ['age', ['12', '3', '4.9E+11']],
  ['allergies', ['None', 'none']],
])('whole values are none: %s %j', async (header, values) => {
  const fields = ['email', 'first_name', 'city', 'allergies'].map(name => ({name, type: 'text'}) as const);
  const rows = values.map((value, at) => `p${at}@example.com,${value}\n`).join('');
  const options = {damaged: 'ask', fields: [...fields, {name: 'age', type: 'number'}]} as const;
  expect((await check(`email,${header}\n${rows}`, options)).good).toBe(values.length);
});

test.each([
  '#BEZUG!',
  '#WERT!',
  '#NV',
  '#VALEUR!',
  '#¡REF!',
  '#NAME?',
  '#DIV/0!',
  '#N/D',
  '########',
  'null',
  ' NULL ',
  '"#REF!"',
  '1,5e+10',
])('%s is damaged', async text => {
  const cell = text.startsWith('"') ? text : `"${text}"`;
  const said = await report(`email,city\na@example.com,${cell}\n`, {damaged: 'ask'});
  expect(said).toContain('1 value of leads.csv is damaged');
});
