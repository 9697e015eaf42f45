import {PreflightError, UsageError} from '../../core/errors.js';
import {didYouMean} from '../../core/words/closest.js';
import {andList, firstTen, orList} from '../../core/words/sentence.js';
import {shellWord} from '../../core/words/shell-word.js';
import {cleanAddress} from '../../records/fields/email-address.js';
import {trim} from '../../records/fields/fold-address.js';
import {familyOf, headerKey, likeness, secondaryNames} from './header-names.js';

/** A column that may be matched, and whether the file's first rows have values, or addresses, in it. */
export type Candidate = {
  readonly header: string;
  readonly column: number;
  readonly filled: boolean;
  readonly addresses: boolean;
  /** Its values in the file's first rows, trimmed, including empty ones. */
  readonly values: readonly string[];
};

type Rows = readonly {readonly texts: readonly string[]}[];

export const withValues = (headers: readonly string[], rows: Rows) =>
  headers.map((header, column) => ({header, values: rows.map(({texts}) => texts[column] ?? '')}));

export const toCandidates = (headers: readonly string[], rows: Rows): readonly Candidate[] =>
  withValues(headers, rows).map(({header, values: untrimmed}, column) => {
    const values = untrimmed.map(trim);
    return {
      ...{header, column, values},
      filled: values.some(value => value !== ''),
      addresses: values.some(value => cleanAddress(value) !== undefined),
    };
  });

/** The error about a file without an address column; `option` names one, most likely the first with addresses. */
export function noAddress(
  name: string,
  candidates: readonly Candidate[],
  option: (header: string) => string,
): PreflightError {
  const named = candidates.filter(({header}) => header !== '');
  const likely = (named.find(({addresses}) => addresses) ?? named[0])?.header ?? 'Column';
  const headers = named.map(({header}) => header);
  return new PreflightError(`No column of ${name} has the email addresses. Its columns are ${firstTen(headers)}.`, {
    hint: `Name the right column, as in: ${option(likely)}`,
  });
}

/**
 * Finds the column of each field: by the field's own name, or by the names that other programs use. Exports such as
 * Outlook's have every kind of address, most of them empty, so a column with values beats a better name. Two columns
 * that suit a field equally well are refused, unless the other one gets its own field.
 */
export function matchColumns(
  candidates: readonly Candidate[],
  fields: readonly string[],
  others: 'refused' | 'made fields' = 'refused',
): Map<number, string> {
  const keyed = withKeys(candidates, fields);
  const matched = new Map<number, string>();
  const taken = new Set<string>();
  const match = (column: number, field: string) => {
    matched.set(column, field);
    taken.add(field);
  };
  const assertOne = (field: string, columns: readonly Candidate[]) => {
    if (columns.length > 1 && (field === 'email' || others === 'refused')) throw twice(field, columns);
  };
  // An account may have thousands of fields, so those of one key are looked up.
  const columnsOf = groupBy(keyed, ({key}) => key);
  const namesakesOf = groupBy(fields, headerKey);
  for (const field of fields) {
    const key = headerKey(field);
    const isNamesake = (header: string) => header !== field && namesakesOf.get(key)?.includes(header);
    const same = (columnsOf.get(key) ?? []).filter(({column, header}) => !matched.has(column) && !isNamesake(header));
    assertOne(field, same);
    const [own] = same;
    const better =
      own?.filled === false && similar(field, keyed).some(pair => pair.filled && !matched.has(pair.column));
    if (own !== undefined && !better) match(own.column, field);
  }
  const pairs = fields.flatMap(field => similar(field, keyed)).sort(byLikeness);
  for (const pair of pairs) {
    if (taken.has(pair.field) || matched.has(pair.column)) continue;
    const rivals = pairs.filter(
      ({field, column, filled, rank, secondary}) =>
        field === pair.field &&
        !matched.has(column) &&
        filled === pair.filled &&
        (rank === pair.rank || (field === 'email' && secondary === pair.secondary)),
    );
    assertOne(pair.field, rivals);
    match(pair.column, pair.field);
  }
  return matched;
}

function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) groups.set(keyOf(value), groups.get(keyOf(value)) ?? []);
  for (const value of values) groups.get(keyOf(value))?.push(value);
  return groups;
}

type Pair = Keyed & {readonly field: string; readonly rank: number; readonly secondary: boolean};

/** Finds columns by similar headers. A “Subscriber” may be a name, so the values must be addresses. */
function similar(field: string, columns: readonly Keyed[]): Pair[] {
  const family = familyOf(field);
  if (family.length === 0) return [];
  return columns.flatMap(column => {
    const rank = likeness(column.key, family);
    if (rank === undefined) return [];
    const secondary = secondaryNames.has(column.key) || (field === 'email' && rank >= 1000);
    return secondary && field === 'email' && column.filled && !column.addresses
      ? []
      : [{...column, field, rank, secondary}];
  });
}

/** Orders pairs. An address that fits two fields goes to the one that every contact needs. */
const byLikeness = (a: Pair, b: Pair): number =>
  Number(b.filled) - Number(a.filled) ||
  Number(a.secondary) - Number(b.secondary) ||
  Number(a.secondary && a.field !== 'email') - Number(b.secondary && b.field !== 'email') ||
  a.rank - b.rank ||
  a.column - b.column;

type Keyed = Candidate & {readonly key: string};

/** Adds keys to headers. Beside a “Vorname”, a “Name” is the last name; beside a “Last name”, the first. */
function withKeys(candidates: readonly Candidate[], fields: readonly string[]): Keyed[] {
  const keyed = candidates.map(candidate => ({...candidate, key: headerKey(candidate.header)}));
  const has = (field: string) => {
    const family = familyOf(field);
    return keyed.some(({key}) => family.includes(key));
  };
  const nameKey = keyed.some(({key}) => key === 'vorname')
    ? 'nachname'
    : has('last_name') && !has('first_name')
      ? 'firstname'
      : 'name';
  if (fields.includes('name')) return keyed;
  return keyed.map(candidate => (candidate.key === 'name' ? {...candidate, key: nameKey} : candidate));
}

/** The column that an option names: by its header, or by its number if the header is empty or not the only one. */
export function columnCalled(name: string, headers: readonly string[], option: string): number {
  const columnsWith = (isIt: (header: string) => boolean): number[] =>
    headers.flatMap((header, column) => (header !== '' && isIt(header) ? [column] : []));
  const exact = columnsWith(header => header === name);
  const same = exact.length > 0 ? exact : columnsWith(header => headerKey(header) === headerKey(name));
  const [only] = same;
  if (same.length > 1) {
    const numbers = same.map(column => `${option} ${column + 1}${option === '--map' ? '=FIELD' : ''}`);
    throw new UsageError(`${option}: ${same.length} columns are called “${name}”.`, {
      hint: `Give the number of the column: ${orList(numbers)}`,
    });
  }
  const numbered = Number(/^(?:column )?(\d+)$/.exec(name)?.[1] ?? 0) - 1;
  const column = only ?? numbered;
  if (headers[column] !== undefined) return column;
  throw new UsageError(`${option}: the file has no column “${name}”.`, {
    hint: didYouMean(
      name,
      headers.filter(header => header !== ''),
      'Its columns are',
    ),
  });
}

/** How an option names a column, so that `columnCalled` finds it. */
export const columnKey = (headers: readonly string[], column: number): string => {
  const header = headers[column] ?? '';
  return header !== '' && headers.filter(other => other === header).length === 1 ? header : String(column + 1);
};

function twice(field: string, columns: readonly Candidate[]): PreflightError {
  const [first, second] = columns;
  const what = field === 'email' ? 'the email address' : field;
  if (first?.header === second?.header) {
    return new PreflightError(`Two columns are called “${first?.header}”.`, {
      hint: 'Rename or delete one of the two in the file.',
    });
  }
  return new PreflightError(`Two columns could be ${what}: ${andList(columns.map(({header}) => `“${header}”`))}.`, {
    hint: `Name it: --map ${shellWord(`${first?.header}=${field}`)} --map ${shellWord(`${second?.header}=`)} skips the other.`,
  });
}
