import {PreflightError} from '../../errors.js';
import {trim} from '../../records/fields/trim.js';
import {number, plural, withMore} from '../../words/sentence.js';
import type {Checked, RowHashes, RowHashing, RowValues} from '../file/contract.js';
import type {ComparedField} from './compared-field.js';
import {addressIndex, makeRowTable, type RowTable} from './row-table.js';
import type {Differences} from './sync-result.schema.js';

export type ComparisonTerms = {
  readonly key: ComparedField;
  readonly fields: readonly ComparedField[];
  /** Whether an empty cell means that the field is empty. */
  readonly clear: boolean;
  /** The id of the country for people who have none: the service changes nobody without one. */
  readonly country?: number | undefined;
};

/** Reads the good rows of a file into a table, and shows each. Throws if two of them have the same key. */
export async function readRows(
  checked: Checked,
  terms: ComparisonTerms,
  see: (rows: RowTable, row: number, hashes: RowHashes) => void = () => undefined,
): Promise<RowTable> {
  const index = terms.key.name === 'email' ? addressIndex(checked.rowOf) : undefined;
  const rows = makeRowTable(checked.good, terms.fields.length, index);
  const repeated: number[] = [];
  await checked.hashGoodRows(markingOf(terms), hashes => {
    if (!rows.add(hashes.key, hashes.hashes)) repeated.push(hashes.line);
    see(rows, rows.size - 1, hashes);
  });
  if (repeated.length === 0) return rows;
  const lines = withMore(repeated.map(number));
  throw new PreflightError(
    `${terms.key.name} should identify each row, but ${plural(repeated.length, 'line')} ${lines} ${plural(repeated.length, 'repeats', 'repeat')} that of an earlier line.`,
    {hint: 'Fix the file, or choose another --key.'},
  );
}

/** How each cell becomes the hash by which it is compared. */
export const markingOf = ({key, fields, clear}: ComparisonTerms): RowHashing => ({
  key: {name: key.name, asciiForm: key.asciiForm, of: cell => key.ofCell(cell)},
  fields: fields.map(field => ({
    name: field.name,
    asciiForm: field.asciiForm,
    of: cell => cellValue(field, cell, clear),
  })),
});

/** The key of a row; empty if it has none. */
export const keyOf = ({address, values}: RowValues, key: ComparedField): string =>
  key.name === 'email' ? address : (key.ofCell(values[key.name] ?? '') ?? '');

/** What a cell says about its field; undefined if it says nothing. */
export function cellValue({name, ofCell}: ComparedField, cell: string, clear: boolean): string | undefined {
  if (trim(cell) !== '') return ofCell(cell);
  return clear && !required.has(name) ? '' : undefined;
}

/** How many rows differ in each field; fields that no update can change are counted separately. */
export function differencesIn(
  rows: RowTable,
  {fields}: ComparisonTerms,
): {readonly carried: Differences; readonly notCarried: Differences} {
  const carried: Record<string, number> = {};
  const notCarried: Record<string, number> = {};
  for (const [at, field] of fields.entries()) {
    const count = rows.timesNoted(at);
    if (count > 0) (field.carried ? carried : notCarried)[field.name] = count;
  }
  return {carried, notCarried};
}

/** Fields that every contact must have, so an empty cell never empties them. */
const required: ReadonlySet<string> = new Set(['email', 'country']);
