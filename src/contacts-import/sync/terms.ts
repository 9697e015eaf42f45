import {UsageError} from '../../errors.js';
import {trim} from '../../records/fields/fold-address.js';
import {didYouMean} from '../../words/closest.js';
import type {Checked, HashedField, ImportField} from '../file/contract.js';
import type {SyncSettings} from '../journal/settings.js';
import type {FindCountry} from '../run/countries.js';
import {type ComparedField, comparedField} from './compared-field.js';
import {makeRowTable, type RowTable} from './row-table.js';
import type {Differences} from './sync-result.schema.js';

/** What rows and contacts are compared by. */
export type ComparisonTerms = {
  readonly fields: readonly ComparedField[];
  /** Whether an empty cell empties its field, as in a file that went out to be edited. */
  readonly clear: boolean;
  /** The id of the country for people who have none: the service changes nobody without one. */
  readonly country?: number | undefined;
};

/** The terms of a comparison, and the positions of the fields to change. */
type Agreed = {readonly terms: ComparisonTerms; readonly wanted: ReadonlySet<number>};

/** Compares every column that fills a field. The address identifies people, except in an edited file, which may change it. */
export function agreeOnTerms(
  {columns, newFields}: Pick<Checked, 'columns' | 'newFields'>,
  {update}: Pick<SyncSettings, 'update'>,
  known: readonly ImportField[],
  findCountry: FindCountry | undefined,
  isEdited = false,
): Agreed {
  const all = [...known, ...newFields];
  const inFile = [...new Set(columns.flatMap(({fields}) => fields))];
  const names = isEdited ? inFile : inFile.filter(name => name !== 'email');
  const chosen = update === 'all' ? names : namesIn(update ?? [], inFile);
  if (!isEdited && update !== 'all' && chosen.includes('email')) {
    throw new UsageError('--update email: the address identifies contacts, so this file cannot change it.', {
      hint: 'Remove it. A file of "emk contacts export --edit" may change addresses.',
    });
  }
  const fields = names.map(name =>
    comparedField(all.find(field => field.name === name) ?? {name, type: 'text'}, findCountry),
  );
  const isWanted = (place: number) => fields[place]?.carried === true && chosen.includes(names[place] ?? '');
  return {terms: {fields, clear: isEdited}, wanted: new Set([...names.keys()].filter(isWanted))};
}

/** Fields that `--update` names, in the account's spelling. */
function namesIn(asked: readonly string[], inFile: readonly string[]): string[] {
  return asked.map(name => {
    const found = inFile.find(field => field.toLowerCase() === name.toLowerCase());
    if (found !== undefined) return found;
    throw new UsageError(`--update: no column of the file fills a field “${name}”.`, {
      hint: didYouMean(name, inFile, 'Its fields are'),
    });
  });
}

/** Reads the good rows of a file into a table. */
export async function readRows(checked: Checked, terms: ComparisonTerms): Promise<RowTable> {
  const rows = makeRowTable(checked.good, terms.fields.length, checked.rowOf);
  await checked.hashGoodRows(markingOf(terms), rows.add);
  return rows;
}

/** How each cell becomes the hash by which it is compared. */
const markingOf = ({fields, clear}: ComparisonTerms): readonly HashedField[] =>
  fields.map(field => ({
    name: field.name,
    asciiForm: field.asciiForm,
    of: cell => cellValue(field, cell, clear),
  }));

/** What a cell says about its field; undefined if it says nothing. */
export function cellValue({name, ofCell}: ComparedField, cell: string, clear: boolean): string | undefined {
  if (trim(cell) !== '') return ofCell(cell);
  return clear && !required.has(name) ? '' : undefined;
}

/** Fields that every contact must have, so an empty cell never empties them. */
const required: ReadonlySet<string> = new Set(['email', 'country']);

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
