import {type AddressParts, splitAddress, splitName} from '../../csv/columns/split-cells.js';
import type {ImportField} from '../file/contract.js';
import {addressRuleWith} from './address-cell.js';
import type {CellRule, Reading} from './cell-rule.js';
import {dateRule} from './date-cell.js';
import {numberRule} from './number-cell.js';

/** Accepts every text unchanged. */
const textRule: CellRule = {read: text => ({value: text}), passes: 'any', stays: 'any'};

/** A field's type, or its purpose if that says more. */
export type CellKind = ImportField['type'] | 'address' | 'country';

/** The rule of every kind of cell. The check, the row writer and the type guess use only these. */
export const cellRules: Readonly<Record<CellKind, (reading: Reading) => CellRule>> = {
  text: () => textRule,
  number: ({semicolons}) => numberRule(semicolons),
  'datetime-local': ({dateOrder, shownOrder}) => dateRule(dateOrder, shownOrder),
  address: ({fixes}) => addressRuleWith(fixes),
  country: ({countries, onlyListed}) => countryRule(countries, onlyListed === true),
};

export const kindOf = ({name, type}: ImportField): CellKind => purposes.get(name) ?? type;

const purposes: ReadonlyMap<string, CellKind> = new Map([
  ['email', 'address'],
  ['country', 'country'],
]);

/** Writes a country as the service lists it. Unknown ones are sent as written, unless only listed ones are allowed. */
function countryRule(countries: Reading['countries'], onlyListed: boolean): CellRule {
  if (countries === undefined) return textRule;
  if (!onlyListed) return {read: text => ({value: countries(text) ?? text}), passes: 'any', stays: 'none'};
  return {
    read(text) {
      const value = countries(text);
      return value === undefined ? {reason: 'is not a country that the service knows'} : {value};
    },
    passes: isListedIn(countries),
    stays: 'none',
    noun: 'the country',
  };
}

/** Recognises a plain ASCII country that was seen before: a file has few different countries in a million cells. */
function isListedIn(countries: NonNullable<Reading['countries']>) {
  const met = new Map<string, boolean>();
  return (bytes: Uint8Array, from: number, to: number): boolean => {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
    const known = met.get(text) ?? countries(text) !== undefined;
    if (met.size < MOST) met.set(text, known);
    return known;
  };
}

/** The most countries to remember: a wrongly mapped column may have a different text in every row. */
const MOST = 1000;

/** The part of a split column's cell that a field gets; undefined for a field that no column is split for. */
export const partFor = (field: string): ((text: string) => string) | undefined => parts.get(field);

/** The rule for a part of a cell: its bytes are never the value, and it passes undecoded only if nothing is refused. */
export const ruleForPart = (rule: CellRule): CellRule => ({
  ...rule,
  passes: rule.passes === 'any' ? 'any' : 'none',
  stays: 'none',
});

const addressFields: ReadonlyArray<readonly [field: string, part: keyof AddressParts]> = [
  ['address_line1', 'line1'],
  ['address_line2', 'line2'],
  ['city', 'city'],
  ['state_province_region', 'state'],
  ['postal_code', 'zip'],
  ['country', 'country'],
];

const parts: ReadonlyMap<string, (text: string) => string> = new Map([
  ['first_name', (text: string) => splitName(text).first],
  ['last_name', (text: string) => splitName(text).last],
  ...addressFields.map(([field, part]) => [field, (text: string) => splitAddress(text)[part]] as const),
]);

const needsQuotes = /[",\r\n]/;

/** Whether PHP would misread a cell: within quotes, it takes a backslash before a quote to keep the cell open. */
export const phpMisreads = (text: string): boolean =>
  text.includes('\\') && needsQuotes.test(text) && /(?<!\\)(?:\\\\)*\\(?:"|$)/.test(text);

/** A cell as it is sent, with quotes only if needed. */
export const toCsvCell = (text: string): string => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
