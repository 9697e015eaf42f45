import {UsageError} from '../../errors.js';
import {didYouMean} from '../../words/closest.js';
import type {Checked, ImportField} from '../file/contract.js';
import type {SyncSettings} from '../journal/settings.js';
import type {FindCountry} from '../run/countries.js';
import {comparedField} from './compared-field.js';
import type {ComparisonTerms} from './read-rows.js';

/** The terms of a comparison, and the positions of the fields to change. */
type Agreed = {readonly terms: ComparisonTerms; readonly wanted: ReadonlySet<number>};

/** Decides what rows and contacts are compared by: every column of the file that fills a field, except the key. */
export function agreeOnTerms(
  {columns, newFields}: Pick<Checked, 'columns' | 'newFields'>,
  {update, key, clear}: SyncSettings,
  known: readonly ImportField[],
  findCountry: FindCountry | undefined,
): Agreed {
  const all = [...known, ...newFields];
  const inFile = [...new Set(columns.flatMap(({fields}) => fields))];
  const toField = (name: string) =>
    comparedField(all.find(field => field.name === name) ?? {name, type: 'text'}, findCountry);
  const [keyName] = namesIn('key', [key], inFile);
  const names = inFile.filter(name => name !== keyName);
  const chosen = update === 'all' ? names : namesIn('update', update ?? [], inFile);
  if (keyName !== undefined && update !== 'all' && chosen.includes(keyName)) {
    throw new UsageError(`--update ${keyName}: ${keyName} identifies contacts, so emk never changes it.`, {
      hint: 'Remove it, or identify contacts by another field: --key',
    });
  }
  const fields = names.map(toField);
  const isWanted = (place: number) => fields[place]?.carried === true && chosen.includes(names[place] ?? '');
  return {terms: {key: toField(keyName ?? key), fields, clear}, wanted: new Set([...names.keys()].filter(isWanted))};
}

/** Fields that an option names, in the account's spelling. */
function namesIn(option: string, asked: readonly string[], inFile: readonly string[]): string[] {
  return asked.map(name => {
    const found = inFile.find(field => field.toLowerCase() === name.toLowerCase());
    if (found !== undefined) return found;
    throw new UsageError(`--${option}: no column of the file fills a field “${name}”.`, {
      hint: didYouMean(name, inFile, 'Its fields are'),
    });
  });
}
