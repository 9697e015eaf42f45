import {UsageError} from '../../core/errors.js';
import {didYouMean} from '../../core/words/closest.js';
import {folded} from '../../core/words/sentence.js';
import {wordSet} from '../../core/words/values.js';
import {familyOf, headerKey} from '../../csv/columns/header-names.js';
import {type Candidate, columnCalled, matchColumns, noAddress} from '../../csv/columns/match-columns.js';
import {areJoined, arePeople, nameFields, splitAddress} from '../../csv/columns/split-cells.js';
import type {CheckOptions, ImportField} from './contract.js';
import {reasonHeader} from './rejects.js';

type ColumnOptions = Pick<CheckOptions, 'map' | 'fields' | 'createFields' | 'isOurs' | 'leaveEmpty'> & {
  readonly mayLackAddress?: boolean;
};

/** Decides what each column fills: by `--map`, then by the headers, then by `--create-fields`. `says` are those about mail. */
export function planColumns(
  candidates: readonly Candidate[],
  options: ColumnOptions,
  name: string,
  says: ReadonlySet<number>,
) {
  const {fields, createFields, leaveEmpty = []} = options;
  const headers = candidates.map(({header}) => header);
  const named = namedColumns(headers, options);
  const unlike = unlikeTheirHeaders(candidates, fields);
  // A “state” that says who gets no mail is not part of an address.
  const places = new Set(familyOf('state'));
  const isState = ({column, header}: Candidate) => says.has(column) && places.has(headerKey(header));
  const free = candidates.filter(each => !named.has(each.column) && !unlike.includes(each.column) && !isState(each));
  const taken = new Set(named.values());
  const open = fields.map(field => field.name).filter(field => !taken.has(field));
  const matched = new Map([...named, ...matchColumns(free, open, createFields ? 'made fields' : 'refused')]);
  const splits = options.isOurs ? [] : splitsIn(free, matched, open);
  for (const {
    column,
    fields: [first = ''],
  } of splits)
    matched.set(column, first);
  for (const {column, header} of createFields ? candidates : [])
    if (!matched.has(column) && header !== '') matched.set(column, madeName(header, column, new Set(matched.values())));
  const known = new Set(fields.map(field => field.name.toLowerCase()));
  const leftEmpty = new Set(leaveEmpty.map(each => columnCalled(each, headers, '--leave-empty')));
  if (!options.mayLackAddress && ![...matched.values()].includes('email')) throw noAddress(name, candidates, '--map');
  return candidates.map(({header, column}) => {
    const field = matched.get(column) || undefined;
    const split = splits.find(each => each.column === column);
    return {
      header,
      /** The fields that it fills: none if it is skipped, several if its cells are split. */
      fields: split?.fields ?? (field === undefined ? [] : [field]),
      /** A cell that is split, or of names that are not. */
      example: split?.example,
      /** Whether its field does not exist yet. It has no type until every value was seen. */
      isNew: field !== undefined && !known.has(field.toLowerCase()),
      /** Whether somebody named it, even to skip it. */
      isNamed: named.has(column),
      isLeftEmpty: leftEmpty.has(column),
    };
  });
}

/**
 * Columns that are not what their headers suggest: Mailchimp's place of somebody's internet connection, which is not in
 * their address, and its birthdays such as 03/14, of which no date can be made.
 */
function unlikeTheirHeaders(candidates: readonly Candidate[], fields: readonly ImportField[]): readonly number[] {
  const keys = candidates.map(({header}) => headerKey(header));
  const isMailchimp = keys.includes('leid') && keys.includes('euid');
  const dates = fields.filter(({type}) => type === 'datetime-local').flatMap(({name}) => familyOf(name));
  return candidates.flatMap(({column, filled, values}, at) => {
    const key = keys[at] ?? '';
    const isDate = familyOf('birthdate').includes(key) && dates.includes(key);
    const hasNoYear = filled && values.every(text => /^(?:\d{1,2}[-/.]\d{1,2}\.?)?$/.test(text));
    return (isMailchimp && /^(?:cc|region)$/.test(key)) || (isDate && hasNoYear) ? [column] : [];
  });
}

/** The header of the last column of a file that goes out to be edited: who each row is, and what it said. */
export const rowHeader = 'emk_row';

export const isRowHeader = (header: string): boolean => header.trim().toLowerCase() === rowHeader;

/** The columns that `--map` names, and those that emk itself wrote, with their fields; an empty field skips the column. */
function namedColumns(headers: readonly string[], {map, fields, createFields}: ColumnOptions): Map<number, string> {
  const named = new Map<number, string>();
  for (const [header, field] of map) {
    const column = columnCalled(header, headers, '--map');
    const target = field === '' ? '' : fieldCalled(field, fields, createFields);
    if (named.has(column)) {
      throw new UsageError(`--map names the column “${header}” twice.`, {hint: 'Give each column one field.'});
    }
    if (target !== '' && [...named.values()].includes(target)) {
      throw new UsageError(`--map fills ${target} from two columns.`, {hint: 'Choose one column for it.'});
    }
    named.set(column, target);
  }
  for (const [column, header] of headers.entries()) {
    if ((header === reasonHeader || isRowHeader(header)) && !named.has(column)) named.set(column, '');
  }
  return named;
}

/** The field for a target. `+name` is a new field for this column alone, unless the name exists. */
function fieldCalled(target: string, fields: readonly ImportField[], createAny: boolean): string {
  const field = target.replace(/^\+/, '');
  const found =
    fields.find(({name}) => name === field) ?? fields.find(({name}) => headerKey(name) === headerKey(field));
  if (found !== undefined) return found.name;
  if (!createAny && field === target) {
    const names = fields.map(({name}) => name);
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

/** A free name for a custom field. A header always gives the same, so that a resumed import finds its fields. */
export function madeName(header: string, column: number, taken: ReadonlySet<string>): string {
  const words = folded(header.replaceAll('ß', 'ss')).replace(/[^a-z0-9]+/g, '_');
  const base = words.replace(/^_+|_+$/g, '') || `column_${column + 1}`;
  let name = base;
  for (let number = 2; taken.has(name); number++) name = `${base}_${number}`;
  return name;
}

/** What a column of full names or whole addresses fills, and a sample cell. */
type Split = {readonly column: number; readonly fields: readonly string[]; readonly example: string};

const addressFields: readonly string[] =
  'address_line1 address_line2 city state_province_region postal_code country'.split(' ');

/** Finds a column of full names if no other fills the name fields, and one of whole addresses for the parts that none fills. */
function splitsIn(free: readonly Candidate[], matched: ReadonlyMap<number, string>, open: readonly string[]): Split[] {
  const taken = new Set(matched.values());
  const isOpen = (name: string): boolean => !taken.has(name) && open.includes(name);
  const parts = addressFields.filter(isOpen);
  const names = nameFields.every(isOpen) ? free.find(each => !matched.has(each.column) && holdsNames(each)) : undefined;
  const address = free.find(({column}) => matched.get(column) === 'address_line1');
  const splits: Split[] = [];
  if (names !== undefined) {
    const fields = arePeople(names.values) ? nameFields : nameFields.slice(0, 1);
    splits.push({column: names.column, fields, example: names.values.find(hasWords) ?? ''});
  }
  if (address !== undefined && parts.length > 0 && areJoined(address.values)) {
    const example = address.values.find(value => splitAddress(value).city !== '') ?? '';
    splits.push({column: address.column, fields: ['address_line1', ...parts], example});
  }
  return splits;
}

/** The headers of columns that hold whole names: companies have names too, so only these count. */
const wholeNames = wordSet(
  'name fullname displayname contactname subscribername customername clientname attendeename buyername membername personname billingname shippingname recipientname vollstandigername kundenname nomcomplet nombrecompleto nomecompleto volledigenaam',
);

const holdsNames = ({header, values, addresses}: Candidate): boolean =>
  !addresses && wholeNames.has(headerKey(header)) && values.some(hasWords);

const hasWords = (value: string): boolean => /\S\s+\S/.test(value);
