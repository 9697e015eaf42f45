import {addressProblem} from '../../records/fields/email-address.js';
import {trim} from '../../records/fields/trim.js';
import type {Host} from '../../system/host.js';
import {addressColumn} from './address-column.js';
import type {AddressOptions} from './addresses.js';
import {foldAddress} from './fold-address.js';
import {matchColumns, toCandidate} from './match-columns.js';
import {readTable, type TableRow} from './small-table.js';

/** One person of a file. A name is empty where the file does not say it. */
export type Person = {
  readonly line: number;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
};

type People = {
  /** In the file's order, each address once. */
  readonly people: readonly Person[];
  readonly rejected: ReadonlyArray<{readonly line: number; readonly reason: string}>;
  readonly warnings: readonly string[];
};

/** Reads people from a file, or from standard input for `-`: addresses alone, or a CSV file with names beside them. */
export async function readPeople(
  host: Pick<Host, 'stdin' | 'interrupted'>,
  path: string,
  {column, encoding}: AddressOptions,
): Promise<People> {
  const {name, rows, warnings} = await readTable(host, path, ['email', ...nameFields], encoding);
  const place = addressColumn(rows, column, name);
  const people = new Map<string, Person>();
  const rejected: {line: number; reason: string}[] = [];
  const namesIn = place.headers === 1 ? nameReader(rows, place.column ?? 0) : () => noNames;
  for (const {line, texts, fault} of rows.slice(place.headers)) {
    const cells = (place.column === undefined ? texts : [texts[place.column] ?? '']).map(trim);
    const emails = cells.filter(text => text !== '');
    if (fault !== undefined) rejected.push({line, reason: 'its quotes do not match'});
    else if (emails.length === 0) rejected.push({line, reason: 'there is no address'});
    for (const email of fault === undefined ? emails : []) {
      const problem = addressProblem(email);
      if (problem !== undefined) rejected.push({line, reason: `“${email}” ${problem}`});
      else if (!people.has(foldAddress(email))) people.set(foldAddress(email), {line, email, ...namesIn(texts)});
    }
  }
  return {people: [...people.values()], rejected, warnings: [...warnings, ...place.warnings]};
}

const nameFields = ['first_name', 'last_name', 'fullname'];
const noNames = {first_name: '', last_name: ''};

/** Reads the names of a row: from a column each, or from one that holds both, whose last word is the family name. */
function nameReader([header, ...rows]: readonly TableRow[], email: number) {
  const candidates = (header?.texts ?? []).map((text, column) =>
    toCandidate(
      trim(text),
      column,
      rows.map(({texts}) => texts[column] ?? ''),
    ),
  );
  const others = candidates.filter(({column}) => column !== email);
  const columns = new Map([...matchColumns(others, nameFields)].map(([column, field]) => [field, column]));
  const cell = (texts: readonly string[], field: string): string => trim(texts[columns.get(field) ?? -1] ?? '');
  return (texts: readonly string[]): typeof noNames => {
    const [, first = '', last = ''] = /^(.*\S)\s+(\S+)$/s.exec(cell(texts, 'fullname')) ?? [];
    return {first_name: cell(texts, 'first_name') || first, last_name: cell(texts, 'last_name') || last};
  };
}
