import {headerKey, isWholeName} from '../../csv/columns/header-names.js';
import {areJoined, splitAddress} from '../../csv/columns/joined-address.js';
import type {Candidate} from '../../csv/columns/match-columns.js';
import {arePeople} from '../../csv/columns/people-names.js';
import type {CheckOptions, ImportField} from './contract.js';

/** A column whose cells are split, the fields for the parts, and a sample cell. */
export type Split = {readonly column: number; readonly fields: readonly string[]; readonly example: string};

/** Finds a column of full names if no other fills the name fields. It fills both if they are people's names. */
export function splitNames(
  candidates: readonly Candidate[],
  free: readonly Candidate[],
  matched: ReadonlyMap<number, string>,
  {fields, splitNames: choice}: Pick<CheckOptions, 'fields' | 'splitNames'>,
): Split | undefined {
  const taken = new Set(matched.values());
  if (!['first_name', 'last_name'].every(name => isOpen(name, fields, taken))) return undefined;
  const found = free.find(
    ({column, header, values, addresses}) =>
      !matched.has(column) && !addresses && isWholeName(headerKey(header)) && values.some(hasWords),
  );
  if (found === undefined) return undefined;
  const {column, values} = found;
  const addresses = candidates.find(candidate => matched.get(candidate.column) === 'email')?.values;
  const splits = choice === undefined ? arePeople(values, addresses) : choice === 'yes';
  return {column, fields: splits ? ['first_name', 'last_name'] : ['first_name'], example: values.find(hasWords) ?? ''};
}

/** Finds a column of whole addresses, and the fields for its parts. Fields that other columns fill are left to them. */
export function splitAddresses(
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
