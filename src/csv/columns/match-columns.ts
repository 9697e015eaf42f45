import {PreflightError, UsageError} from '../../core/errors.js';
import {didYouMean} from '../../core/words/closest.js';
import {andList, firstTen, orList} from '../../core/words/sentence.js';
import {shellWord} from '../../core/words/shell-word.js';
import {wordSet} from '../../core/words/values.js';
import {cleanAddress} from '../../records/fields/email-address.js';
import {trim} from '../../records/fields/fold-address.js';
import {familyOf, headerKey} from './header-names.js';

/** A column that may be matched. */
export type Candidate = ReturnType<typeof toCandidates>[number];

/** The columns of a file with their trimmed values in its first rows, and whether these are addresses. */
export const toCandidates = (headers: readonly string[], rows: readonly {readonly texts: readonly string[]}[]) =>
  headers.map((header, column) => {
    const values = rows.map(({texts}) => trim(texts[column] ?? ''));
    return {
      ...{header, column, values},
      filled: values.some(value => value !== ''),
      addresses: values.some(value => cleanAddress(value) !== undefined),
    };
  });

/** The error about a file without an address column. The hint names one, most likely the first with addresses. */
export function noAddress(name: string, candidates: readonly Candidate[], option: '--map' | '--column') {
  const named = candidates.filter(({header}) => header !== '');
  const likely = (named.find(({addresses}) => addresses) ?? named[0])?.header ?? 'Column';
  const headers = firstTen(named.map(({header}) => header));
  return new PreflightError(`No column of ${name} has the email addresses. Its columns are ${headers}.`, {
    hint: `Name the right column, as in: ${option} ${shellWord(option === '--map' ? `${likely}=email` : likely)}`,
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
  const assertOne = (field: string, columns: readonly Candidate[]) => {
    if (columns.length > 1 && (field === 'email' || others === 'refused')) throw twice(field, columns);
  };
  const known = new Set(fields);
  // An account may have thousands of fields, so the columns of one key are looked up.
  const columnsOf = new Map<string, Keyed[]>(keyed.map(({key}) => [key, []]));
  for (const column of keyed) columnsOf.get(column.key)?.push(column);
  for (const field of fields) {
    const same = (columnsOf.get(headerKey(field)) ?? []).filter(
      ({column, header}) => !matched.has(column) && (header === field || !known.has(header)),
    );
    assertOne(field, same);
    const [own] = same;
    const better =
      own?.filled === false && similar(field, keyed).some(pair => pair.filled && !matched.has(pair.column));
    if (own !== undefined && !better) matched.set(own.column, field);
  }
  const taken = new Set(matched.values());
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
    matched.set(pair.column, pair.field);
    taken.add(pair.field);
  }
  return matched;
}

type Pair = Keyed & {readonly field: string; readonly rank: number; readonly secondary: boolean};

const kindsOfAddress =
  'defaultaddress primaryaddress address1 home homeaddress personal privat privee work workaddress business company companyaddress mailing mailingaddress billing billingaddress shipping shippingaddress delivery other otheraddress contact person customer subscriber attendee buyer user lead'.split(
    ' ',
  );

/** The headers of a secondary address. Such a column fills `email` only if nothing better does. */
const secondaryNames = wordSet(
  'emailother emailhome emailwork emailpersonal emailbusiness emailaddressother emailaddresshome emailaddresswork emailaddresspersonal emailaddressbusiness homeemail homeemailaddress otheremail otheremailaddress emailhomework subscriber subscribers abonnent abonne suscriptor billingemail shippingemail mailingemail workemailaddress',
);

/** Finds columns by similar headers. A “Subscriber” may be a name, so the values must be addresses. */
function similar(field: string, columns: readonly Keyed[]): Pair[] {
  const family = familyOf(field);
  // An account may have thousands of fields of its own.
  if (family.length === 0) return [];
  return columns.flatMap(column => {
    const rank = likeness(column.key, family);
    if (rank === undefined) return [];
    const secondary = secondaryNames.has(column.key) || (field === 'email' && rank >= 1000);
    const isName = secondary && field === 'email' && column.filled && !column.addresses;
    return isName ? [] : [{...column, field, rank, secondary}];
  });
}

/** How well a header suits a family: lower is better. Tools put the kind of an address before or after it. */
function likeness(key: string, family: readonly string[]): number | undefined {
  const rank = family.indexOf(key);
  if (rank >= 0) return rank;
  for (const [order, kind] of kindsOfAddress.entries()) {
    const front = key.startsWith(kind) ? family.indexOf(key.slice(kind.length)) : -1;
    const baseRank = front < 0 && key.endsWith(kind) ? family.indexOf(key.slice(0, -kind.length)) : front;
    if (baseRank >= 0) return (order + 1) * 1000 + baseRank;
  }
  return undefined;
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
  if (fields.includes('name')) return keyed;
  const has = (field: string) => keyed.some(({key}) => familyOf(field).includes(key));
  const isFirst = has('last_name') && !has('first_name');
  const nameKey = keyed.some(({key}) => key === 'vorname') ? 'nachname' : isFirst ? 'firstname' : 'name';
  return keyed.map(candidate => (candidate.key === 'name' ? {...candidate, key: nameKey} : candidate));
}

/** The column that an option names: by its header, or by its number if the header is empty or not the only one. */
export function columnCalled(name: string, headers: readonly string[], option: string): number {
  const columnsWith = (isIt: (header: string) => boolean): number[] =>
    headers.flatMap((header, column) => (header !== '' && isIt(header) ? [column] : []));
  const exact = columnsWith(header => header === name);
  const same = exact.length > 0 ? exact : columnsWith(header => headerKey(header) === headerKey(name));
  if (same.length > 1) {
    const numbers = same.map(column => `${option} ${column + 1}${option === '--map' ? '=FIELD' : ''}`);
    throw new UsageError(`${option}: ${same.length} columns are called “${name}”.`, {
      hint: `Give the number of the column: ${orList(numbers)}`,
    });
  }
  const column = same[0] ?? Number(/^(?:column )?(\d+)$/.exec(name)?.[1] ?? 0) - 1;
  if (headers[column] !== undefined) return column;
  const named = headers.filter(header => header !== '');
  throw new UsageError(`${option}: the file has no column “${name}”.`, {
    hint: didYouMean(name, named, 'Its columns are'),
  });
}

/** How an option names a column, so that `columnCalled` finds it. */
export const columnKey = (headers: readonly string[], column: number): string => {
  const header = headers[column] ?? '';
  return header !== '' && headers.filter(other => other === header).length === 1 ? header : String(column + 1);
};

function twice(field: string, columns: readonly Candidate[]): PreflightError {
  const headers = columns.map(({header}) => header);
  const [first, second] = headers;
  if (first === second)
    return new PreflightError(`Two columns are called “${first}”.`, {
      hint: 'Rename or delete one of the two in the file.',
    });
  const what = field === 'email' ? 'the email address' : field;
  return new PreflightError(`Two columns could be ${what}: ${andList(headers.map(header => `“${header}”`))}.`, {
    hint: `Name it: --map ${shellWord(`${first}=${field}`)} --map ${shellWord(`${second}=`)} skips the other.`,
  });
}
