import {familyOf, headerKey, wholeNames} from '../../csv/columns/header-names.js';
import {type Candidate, columnCalled, likelyAddresses, matchColumns} from '../../csv/columns/match-columns.js';
import {areJoined, arePeople, splitAddress} from '../../csv/columns/split-cells.js';
import type {StatusColumn} from '../../csv/columns/wants-mail.js';
import {PreflightError, UsageError} from '../../errors.js';
import {didYouMean} from '../../words/closest.js';
import {firstTen, folded} from '../../words/sentence.js';
import {shellWord} from '../../words/shell-word.js';
import {isRowHeader} from '../sync/emk-row.js';
import type {CheckOptions, ImportField} from './contract.js';
import {reasonHeader} from './rejects.js';

/**
 * The field of each column of the file; undefined skips the column. New fields have no type until every value was seen.
 */
export type ColumnPlan = {
  readonly fields: ReadonlyArray<string | undefined>;
  /** Fields that do not exist yet, with their columns. */
  readonly fresh: ReadonlyArray<{readonly name: string; readonly column: number}>;
  /** Columns that the user chose to skip. */
  readonly dropped: ReadonlySet<number>;
  /** Columns that the user named, even to skip them. */
  readonly told: ReadonlySet<number>;
  /** Columns that fill several fields: full names, and addresses in one cell. */
  readonly split: readonly Split[];
  /** A column of full names that fills one field, because its values are not people. */
  readonly wholeName: Omit<Split, 'fields'> | undefined;
  /** Columns whose field stays empty in rows whose value it cannot hold. */
  readonly leftEmpty: ReadonlySet<number>;
  /** Columns that look like a field's but are not, with their real content. */
  readonly apart: ReadonlyMap<number, string>;
};

/** Decides the field of every column: by `--map`, then by the headers, then by `--create-fields`. */
export function planColumns(
  candidates: readonly Candidate[],
  options: PlanOptions,
  name: string,
  status: readonly StatusColumn[] = [],
): ColumnPlan {
  const {fields, createFields, leaveEmpty = []} = options;
  const mapped = applyMap(candidates, options);
  for (const {header, column} of candidates) {
    if ((header === reasonHeader || isRowHeader(header)) && !mapped.has(column)) mapped.set(column, '');
  }
  // A “state” that says who gets no mail is not part of an address.
  const places = new Set(familyOf('state'));
  const statusColumns = new Set(status.filter(({header}) => places.has(headerKey(header))).map(({column}) => column));
  const apart = new Map(
    [...notAddress(candidates), ...(options.unfit ?? [])].filter(([column]) => !mapped.has(column)),
  );
  const free = candidates.filter(({column}) => !mapped.has(column) && !statusColumns.has(column) && !apart.has(column));
  const taken = new Set(mapped.values());
  const open = fields.map(field => field.name).filter(field => !taken.has(field));
  const matched = new Map([...mapped, ...matchColumns(free, open, createFields ? 'made fields' : 'refused')]);
  const names = splitNames(candidates, free, matched, options);
  if (names !== undefined && names.fields.length === 1) matched.set(names.column, 'first_name');
  const split = [names, splitAddresses(free, matched, fields)].flatMap(each =>
    each !== undefined && each.fields.length > 1 ? [each] : [],
  );
  const isSplit = (column: number): boolean => split.some(each => each.column === column);
  const unmatched = candidates.filter(({column, header}) => !matched.has(column) && header !== '' && !isSplit(column));
  for (const {column, header} of createFields ? unmatched : [])
    matched.set(column, madeName(header, column, new Set(matched.values())));
  const known = new Set(fields.map(field => field.name.toLowerCase()));
  const fresh = candidates.flatMap(({column}) => {
    const name = matched.get(column);
    return name && !known.has(name.toLowerCase()) ? [{name, column}] : [];
  });
  const planned = candidates.map(({column}) => (isSplit(column) ? undefined : matched.get(column) || undefined));
  if (!planned.includes('email') && !options.mayLackAddress) throw noAddress(candidates, name);
  const dropped = new Set([...mapped].flatMap(([column, field]) => (field === '' ? [column] : [])));
  return {
    fields: planned,
    fresh,
    dropped,
    told: new Set(mapped.keys()),
    split,
    wholeName: names?.fields.length === 1 ? names : undefined,
    leftEmpty: new Set(
      leaveEmpty.map(name =>
        columnCalled(
          name,
          candidates.map(({header}) => header),
          '--leave-empty',
        ),
      ),
    ),
    apart,
  };
}

type PlanOptions = Pick<CheckOptions, 'map' | 'fields' | 'createFields' | 'isOurs' | 'unfit' | 'leaveEmpty'> & {
  /** A person will be asked for the address column. */
  readonly mayLackAddress?: boolean;
};

/** Columns that look like a part of the address but are not: Mailchimp's place of somebody's internet connection. */
function notAddress(candidates: readonly Candidate[]): ReadonlyArray<readonly [number, string]> {
  const keys = candidates.map(({header}) => headerKey(header));
  if (!keys.includes('leid') || !keys.includes('euid')) return [];
  return candidates.flatMap(({column}, at) =>
    ['cc', 'region'].includes(keys[at] ?? '')
      ? [[column, 'it is where their internet connection was, not their address.'] as const]
      : [],
  );
}

/** The columns in `--map` and their fields; an empty field skips the column. */
function applyMap(candidates: readonly Candidate[], {map, fields, createFields}: PlanOptions): Map<number, string> {
  const mapped = new Map<number, string>();
  const headers = candidates.map(({header}) => header);
  for (const [header, field] of map) {
    const column = columnCalled(header, headers, '--map');
    const target = field === '' ? '' : fieldCalled(field, fields, createFields);
    if (mapped.has(column)) {
      throw new UsageError(`--map names the column “${header}” twice.`, {hint: 'Give each column one field.'});
    }
    if (target !== '' && [...mapped.values()].includes(target)) {
      throw new UsageError(`--map fills ${target} from two columns.`, {hint: 'Choose one column for it.'});
    }
    mapped.set(column, target);
  }
  return mapped;
}

/** The field for a target. `+name` is a new field for this column alone, unless the name exists. */
function fieldCalled(target: string, fields: readonly ImportField[], createAny: boolean): string {
  const field = target.replace(/^\+/, '');
  const createFields = createAny || field !== target;
  const found =
    fields.find(({name}) => name === field) ?? fields.find(({name}) => headerKey(name) === headerKey(field));
  if (found !== undefined) return found.name;
  const names = fields.map(({name}) => name);
  if (!createFields) {
    throw new UsageError(`--map: contacts have no field “${field}”.`, {
      hint: didYouMean(field, names, 'The fields are'),
    });
  }
  if (!/^[A-Za-z0-9_]+$/.test(field)) {
    throw new UsageError(`--map: “${field}” cannot be the name of a new field.`, {
      hint: 'Use only letters A-Z, digits and underscores.',
    });
  }
  return field;
}

/** The field of text that takes a column which this field cannot hold. */
export const textField = (field: string): string => `${field}_text`;

/** A valid name for a custom field. A header always gives the same, so that a resumed import finds its fields. */
function madeName(header: string, column: number, taken: ReadonlySet<string>): string {
  const base = fieldNameFor(header) || `column_${column + 1}`;
  let name = base;
  for (let number = 2; taken.has(name); number++) name = `${base}_${number}`;
  return name;
}

/** A header as a field's name; empty if none of its letters are allowed. */
export const fieldNameFor = (header: string): string =>
  folded(header.replaceAll('ß', 'ss'))
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');

function noAddress(candidates: readonly Candidate[], name: string): PreflightError {
  const headers = candidates.map(({header}) => header).filter(header => header !== '');
  return new PreflightError(`No column of ${name} has the email addresses. Its columns are ${firstTen(headers)}.`, {
    hint: `Name the right column, as in: --map ${shellWord(`${likelyAddresses(candidates)}=email`)}`,
  });
}

/** A column whose cells are split, the fields for the parts, and a sample cell. */
type Split = {readonly column: number; readonly fields: readonly string[]; readonly example: string};

/** Finds a column of full names if no other fills the name fields. It fills both if they are people's names. */
function splitNames(
  candidates: readonly Candidate[],
  free: readonly Candidate[],
  matched: ReadonlyMap<number, string>,
  {fields, isOurs}: Pick<CheckOptions, 'fields' | 'isOurs'>,
): Split | undefined {
  const taken = new Set(matched.values());
  if (isOurs || !['first_name', 'last_name'].every(name => isOpen(name, fields, taken))) return undefined;
  const found = free.find(
    ({column, header, values, addresses}) =>
      !matched.has(column) && !addresses && wholeNames.has(headerKey(header)) && values.some(hasWords),
  );
  if (found === undefined) return undefined;
  const {column, values} = found;
  const addresses = candidates.find(candidate => matched.get(candidate.column) === 'email')?.values;
  return {
    column,
    fields: arePeople(values, addresses) ? ['first_name', 'last_name'] : ['first_name'],
    example: values.find(hasWords) ?? '',
  };
}

/** Finds a column of whole addresses, and the fields for its parts. Fields that other columns fill are left to them. */
function splitAddresses(
  free: readonly Candidate[],
  matched: ReadonlyMap<number, string>,
  fields: readonly ImportField[],
): Split | undefined {
  const found = free.find(({column}) => matched.get(column) === 'address_line1');
  const values = found?.values.filter(value => value !== '') ?? [];
  if (found === undefined || !areJoined(values)) return undefined;
  const taken = new Set(matched.values());
  const rest = ['address_line2', 'city', 'state_province_region', 'postal_code', 'country'];
  return {
    column: found.column,
    fields: ['address_line1', ...rest.filter(name => isOpen(name, fields, taken))],
    example: values.find(value => splitAddress(value).city !== '') ?? '',
  };
}

const isOpen = (name: string, fields: readonly ImportField[], taken: ReadonlySet<string>): boolean =>
  !taken.has(name) && fields.some(field => field.name === name);

const hasWords = (value: string): boolean => /\S\s+\S/.test(value);

type Pairs = CheckOptions['map'];

/** A map of columns in which answers replace what it said about the same columns. */
export function answeredMap(map: Pairs, answers: Pairs): Pairs {
  const answered = new Set(answers.map(([header]) => headerKey(header)));
  return [...map.filter(([header]) => !answered.has(headerKey(header))), ...answers];
}
