import {PreflightError} from '../../core/errors.js';
import type {Host} from '../../core/system/host.js';
import {firstTen} from '../../core/words/sentence.js';
import {shellWord} from '../../core/words/shell-word.js';
import {notAnAddress} from '../../records/fields/email-address.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import {columnCalled, likelyAddresses, matchColumns, toCandidates} from './match-columns.js';
import {readPasted} from './pasted-people.js';
import {readTable, type Table, type TableRow} from './small-table.js';
import {splitName} from './split-cells.js';

/** `column` is the header of the address column; emk finds column and encoding if they are not given. */
export type PeopleOptions = {readonly column?: string | undefined; readonly encoding?: string | undefined};

/** One person, with the address as written. A missing name is empty. */
export type Person = {
  readonly line: number;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
};

export type People = {
  /** In the file's order, each address once, ignoring case. */
  readonly people: readonly Person[];
  readonly rejected: ReadonlyArray<{readonly line: number; readonly reason: string}>;
};

/** Reads people from a file, or from standard input for `-`: a pasted list or a CSV file. */
export async function readPeople(
  host: Pick<Host, 'stdin' | 'interrupted'>,
  path: string,
  options: PeopleOptions = {},
): Promise<People & {readonly warnings: readonly string[]}> {
  const opened = openPeople(await readTable(host, path, ['email', ...nameFields], options.encoding), options);
  return {...collectPeople(opened.rows, opened), warnings: opened.warnings};
}

/** Where the rows of a file say who a person is. */
type Place = {readonly column: number; readonly namesIn: (texts: readonly string[]) => Names};

/** The rows of a small file below its header; for a list of people, its lines. */
type Opened = Place & {
  readonly headers: readonly string[];
  readonly rows: readonly TableRow[];
  readonly warnings: readonly string[];
};

/** Finds the columns with addresses and names in a small file. */
export function openPeople(table: Table, options: PeopleOptions): Opened {
  const {column, warnings} = addressColumn(table, options.column);
  const all = [...table.warnings, ...warnings];
  if (column === undefined) return {headers: [], rows: table.lines, column: 0, namesIn: () => noNames, warnings: all};
  const [header, ...rows] = table.rows;
  const headers = (header?.texts ?? []).map(trim);
  return {headers, rows, column, namesIn: nameReader(headers, rows, column), warnings: all};
}

/** The column with the addresses; undefined for a list of people without a header. */
type AddressColumn = {
  readonly column: number | undefined;
  readonly warnings: readonly string[];
};

/** Finds the address column of a small file, and whether its first row is a header. */
function addressColumn({name, rows: [first, ...rows], lines}: Table, column: string | undefined): AddressColumn {
  const headers = first?.texts.map(trim) ?? [];
  if (column !== undefined) {
    return {column: columnCalled(column, headers, '--column'), warnings: []};
  }
  if (readPasted(lines[0]?.texts[0] ?? '').people.length > 0) return {column: undefined, warnings: []};
  const candidates = toCandidates(headers, rows);
  const [matched] = matchColumns(candidates, ['email']).keys();
  if (matched !== undefined) return {column: matched, warnings: []};
  if (headers.length > 1) {
    throw new PreflightError(`No column of ${name} has the email addresses. Its columns are ${firstTen(headers)}.`, {
      hint: `Name the right column, as in: --column ${shellWord(likelyAddresses(candidates))}`,
    });
  }
  if (headers[0]?.includes('@') || rows.length === 0) return {column: undefined, warnings: []};
  return {column: 0, warnings: [`emk read line ${first?.line}, “${headers[0]}”, as a header.`]};
}

/** The people in some rows, each once, and the texts that are not people. */
export function collectPeople(rows: readonly TableRow[], {column, namesIn}: Place): People {
  const people: Person[] = [];
  const rejected: {line: number; reason: string}[] = [];
  const seen = new Set<string>();
  for (const {line, texts, fault} of rows) {
    if (fault !== undefined) {
      rejected.push({line, reason: 'its quotes do not match'});
      continue;
    }
    const pasted = readPasted(texts[column] ?? '');
    if (pasted.people.length + pasted.wrong.length === 0) rejected.push({line, reason: 'the address is missing'});
    for (const {text, problem} of pasted.wrong) rejected.push({line, reason: notAnAddress(text, problem)});
    for (const {email, name} of pasted.people) {
      const address = foldAddress(email);
      if (!seen.has(address)) people.push({line, email, ...either(namesIn(texts), namesOf(name))});
      seen.add(address);
    }
  }
  return {people, rejected};
}

type Names = Pick<Person, 'first_name' | 'last_name'>;

const nameFields = ['first_name', 'last_name', 'fullname'];
const noNames: Names = {first_name: '', last_name: ''};

/** The people in typed or pasted texts, each once, with first and last name. */
export function pastedPeople(texts: readonly string[]): ReadonlyArray<Omit<Person, 'line'>> {
  const people = new Map<string, Omit<Person, 'line'>>();
  for (const {email, name} of texts.flatMap(text => readPasted(text).people)) {
    if (!people.has(foldAddress(email))) people.set(foldAddress(email), {email, ...namesOf(name)});
  }
  return [...people.values()];
}

/** Both parts of a full name, split as in an import. */
function namesOf(name: string): Names {
  const {first, last} = splitName(name);
  return {first_name: first, last_name: last};
}

const either = (one: Names, other: Names): Names => ({
  first_name: one.first_name || other.first_name,
  last_name: one.last_name || other.last_name,
});

/** Reads the names of a row: from two columns, or from one that contains both. */
function nameReader(headers: readonly string[], rows: readonly TableRow[], email: number): Place['namesIn'] {
  const candidates = toCandidates(headers, rows);
  const others = candidates.filter(({column}) => column !== email);
  const columns = new Map([...matchColumns(others, nameFields)].map(([column, field]) => [field, column]));
  const cell = (texts: readonly string[], field: string): string => trim(texts[columns.get(field) ?? -1] ?? '');
  return texts =>
    either(
      {first_name: cell(texts, 'first_name'), last_name: cell(texts, 'last_name')},
      namesOf(cell(texts, 'fullname')),
    );
}
