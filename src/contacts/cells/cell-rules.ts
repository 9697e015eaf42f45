import {familyOf, headerKey} from '../../csv/columns/header-names.js';
import {addressProblem, cleanAddress, isAddress} from '../../records/fields/email-address.js';
import {domainOf, likelyAddresses} from '../../records/fields/mistyped-domain.js';
import type {CheckOptions, DateOrder, Fitted, ImportField} from '../file/contract.js';
import {isAddressIn, isInteger, isIsoMoment, isWhole} from './cell-bytes.js';
import {readDate} from './read-date.js';

export type Reading = Pick<CheckOptions, 'dateOrder' | 'countries' | 'onlyListed' | 'fixes'> & {
  readonly semicolons: boolean;
  readonly shownOrder?: DateOrder | undefined;
};

/**
 * Accepts the bytes of a cell without decoding it. It sees only cells whose bytes are their text: not empty, no doubled
 * quotes, no formula guard, no blanks at either end.
 */
type PlainBytes = (bytes: Buffer, from: number, to: number) => boolean;

type CellRule = {
  /** The value of a trimmed, non-empty cell, or why it has none. */
  readonly read: (text: string) => Fitted;
  /** Cells that `read` certainly returns unchanged and without a note; nearly all of a large file. */
  readonly plain: PlainBytes;
  /** Whether a column has few different values, so that those which are not plain are worth remembering. */
  readonly fewValues?: boolean;
};

/** A field's type, or its purpose if that says more. */
export type CellKind = ImportField['type'] | 'address' | 'country';

export const kindOf = ({name, type}: ImportField): CellKind =>
  name === 'email' ? 'address' : name === 'country' ? 'country' : type;

export const cellRules: Readonly<Record<CellKind, (reading: Reading) => CellRule>> = {
  text: () => ({read: text => ({value: text}), plain: () => true}),
  number: ({semicolons}) => ({read: text => readNumber(text, semicolons), plain: isInteger}),
  'datetime-local': ({dateOrder, shownOrder}) => ({
    read: text => readDate(text, dateOrder, shownOrder),
    plain: isIsoMoment,
    fewValues: true,
  }),
  address: ({fixes}) => addressRule(fixes),
  country: reading => ({read: text => readCountry(text, reading), plain: () => false, fewValues: true}),
};

/**
 * A number as people and programs write it, with a decimal point and without thousands separators. A single separator
 * before exactly three digits is ambiguous, `1,234`, and is never guessed. A dot alone is a decimal point, except in
 * files with semicolons: their countries write a thousand as `1.234`.
 */
function readNumber(text: string, semicolons: boolean): Fitted {
  const match = /^([+\-−]?)([\d.,'’ \u00a0\u202f]*\d)(e[+-]?\d+)?$/i.exec(text);
  if (match === null) return notANumber;
  const [, sign = '', digits = '', exponent = ''] = match;
  const mark = decimalMark(digits, semicolons);
  if (mark === 'unclear') return {reason: `can mean ${digits.replace(/\D/g, '')} or ${digits.replace(',', '.')}`};
  const cut = mark === undefined ? digits.length : digits.lastIndexOf(mark);
  const [whole, fraction] = [digits.slice(0, cut), digits.slice(cut + 1)];
  if (!wellGrouped.test(whole) || !/^\d*$/.test(fraction)) return notANumber;
  const unsigned = `${whole.replace(/\D/g, '') || '0'}${fraction === '' ? '' : `.${fraction}`}${exponent}`;
  return {value: sign === '' || sign === '+' ? unsigned : `-${unsigned}`};
}

const notANumber: Fitted = {reason: 'is not a number'};

function decimalMark(digits: string, semicolons: boolean): '.' | ',' | 'unclear' | undefined {
  const marks = digits.replace(/[^.,]/g, '');
  const last = marks.at(-1);
  if (last !== '.' && last !== ',') return undefined;
  if (marks.length > 1) return marks.indexOf(last) === marks.length - 1 ? last : undefined;
  const couldBeThousand = /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits);
  return couldBeThousand && (last === ',' || semicolons) ? 'unclear' : last;
}

/** Unguarded digits, none at all, or groups of three with one kind of separator. */
const wellGrouped = /^(?:\d*|\d{1,3}(?:([.,'’ \u00a0\u202f])\d{3})(?:\1\d{3})*)$/;

/** Accepts every address that the service accepts, and what people and programs write around one. */
function addressRule({domains = [], likely = false}: NonNullable<CheckOptions['fixes']> = {}): CellRule {
  const right = new Map(domains);
  const fixed = (address: string): string => {
    const domain = domainOf(address);
    return `${address.slice(0, address.length - domain.length)}${right.get(domain.toLowerCase()) ?? domain}`;
  };
  return {
    read(text) {
      const problem = addressProblem(text);
      const address = problem === undefined ? text : cleanAddress(text)?.address;
      const meant = address ?? (likely ? likelyAddress(text) : undefined);
      return meant === undefined ? {reason: problem ?? ''} : {value: fixed(meant)};
    },
    plain: (bytes, from, to) =>
      isAddressIn(bytes, from, to) &&
      (right.size === 0 || !right.has(domainOf(bytes.toString('latin1', from, to)).toLowerCase())),
  };
}

export const likelyAddress = (text: string): string | undefined =>
  likelyAddresses(text).find(each => isAddress(each.text))?.text;

/** A country as the service lists it. Unknown ones are sent as written, unless only listed ones are allowed. */
function readCountry(text: string, {countries, onlyListed}: Reading): Fitted {
  if (countries === undefined) return {value: text};
  const value = countries(text);
  if (value !== undefined) return {value};
  return onlyListed ? {reason: 'is not a country that the service knows'} : {value: text, note: 'strange country'};
}

/** A rule that unwraps values without a loss, and refuses what a program has damaged. */
export const ruleAgainstDamage = (rule: CellRule, field: string, isText: boolean): CellRule => ({
  ...rule,
  plain: (bytes, from, to) => isWhole(bytes, from, to) && rule.plain(bytes, from, to),
  read(text) {
    const isLost =
      (text === 'None' && familyOf(field).length > 0) || damaged.test(text) || (isText && isRounded.test(text));
    return isLost ? {reason: 'is damaged'} : rule.read(isWrapped.exec(text)?.[1] || text);
  },
});

/**
 * `#REF!`, `#N/A`, `#BEZUG!`: errors of spreadsheets in any language, cells that were too narrow, and what programs write
 * for nothing. Only whole cells in exact spellings count: there are people called Null, and “None” is an answer in a
 * field of one's own.
 */
const damaged =
  /^(?:#(?:[¡¿]?\p{Lu}[\p{Lu}/0]*[!?]|N\/[ABDV]|NV|#{2,})|NULL|null|\((?:NULL|null)\)|<(?:NULL|null)>|\\N|undefined|NaN|\[object Object\]|="")$/u;

/** A long number of which a spreadsheet has kept the first digits. */
const isRounded = /^\d(?:[.,]\d+)?E\+\d{2}$/i;

/** A text that a program wrote as a formula, so that a spreadsheet keeps its zeros. */
const isWrapped = /^="([^"]*)"$/;

/** A rule that leaves the field empty, or with its usual value, where it cannot hold a cell. */
export const ruleLeavingEmpty = (rule: CellRule, fallback: string): CellRule => ({
  ...rule,
  read(text) {
    const fitted = rule.read(text);
    const isUnfit = 'reason' in fitted || fitted.note === 'strange country';
    return isUnfit ? {value: fallback, note: 'left empty'} : fitted;
  },
});

export type TypeGuess = {
  see(text: string): void;
  readonly type: ImportField['type'];
};

/**
 * Every value must fit the type, or the field is text. Phone numbers and postal codes are no numbers, and a date field
 * would lose the seconds of a time.
 */
export function guessType(header: string, reading: Reading): TypeGuess {
  const isNumber = cellRules.number(reading).read;
  const isDate = cellRules['datetime-local'](reading).read;
  let [seen, number, date] = [false, !isLabel(header), true];
  return {
    see(text) {
      seen = true;
      number &&= isAmount(text) && 'value' in isNumber(text);
      date &&= !hasSeconds(text) && 'value' in isDate(text);
    },
    get type() {
      if (!seen) return 'text';
      return number ? 'number' : date ? 'datetime-local' : 'text';
    },
  };
}

const isLabel = (header: string): boolean =>
  /phone|tel|mobil|handy|fax|zip|plz|post|code|id$|nr$|number$|nummer$|konto|iban/.test(headerKey(header));

const hasSeconds = (text: string): boolean => /\d:\d\d:(?!00(?:[.,]0+)?(?!\d))\d\d/.test(text);

const isAmount = (text: string): boolean => !/^[+]|^-?0\d/.test(text) && text.replace(/\D/g, '').length <= 15;
