/** Totals below a list: for people, separate from the records, and in no format for programs. */
import {describe, expect, test} from 'vitest';
import type {Format} from '../../src/output/results/format.js';
import type {Result} from '../../src/output/results/result.js';
import {contacts, print, someone, sourceOf} from './source.js';

const lines = (...texts: string[]): string => texts.map(text => `${text}\n`).join('');

const listed = (records: readonly object[]): Result => ({
  ...contacts(sourceOf([records]), {columns: 'id,first_name'}),
  totals: {id: 12345, first_name: 'Total of 2'},
});
const two = () => listed([someone({id: 1, first_name: 'Ada'}), someone({id: 20, first_name: 'Bob'})]);

describe('totals', () => {
  test('stand below a line on a terminal, and widen their columns', async () => {
    expect((await print(two(), {width: 60})).out).toBe(
      lines(
        '┌───────┬────────────┐',
        '│    ID │ First name │',
        '├───────┼────────────┤',
        '│     1 │ Ada        │',
        '│    20 │ Bob        │',
        '├───────┼────────────┤',
        '│ 12345 │ Total of 2 │',
        '└───────┴────────────┘',
      ),
    );
  });

  test('stand below an empty line off one, and in bold in Markdown', async () => {
    expect((await print(two())).out).toBe(
      lines('   ID  First name', '    1  Ada', '   20  Bob', '', '12345  Total of 2'),
    );
    expect((await print(two(), {format: 'md'})).out).toMatch(/\| \*\*12345\*\* \| \*\*Total of 2\*\* \|\n$/);
  });

  test.each(['json', 'jsonl', 'csv', 'tsv', 'id'] satisfies readonly Format[])('are not in %s', async format => {
    expect((await print(two(), {format})).out).not.toMatch(/Total|12345/);
  });

  test('are not there for an empty list', async () => {
    expect(await print(listed([]), {width: 60})).toMatchObject({out: '', notices: ['No contacts.']});
    expect((await print(listed([]))).out).toBe('');
  });
});
