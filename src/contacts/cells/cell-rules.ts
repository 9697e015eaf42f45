import {unguardFormula} from '../../csv/bytes/formula-guard.js';
import {cellText, type RecordView} from '../../csv/bytes/read-records.js';
import {type Cells, escapedCellKind} from '../../csv/bytes/scan-record.js';
import {familyOf, headerKey} from '../../csv/columns/header-names.js';
import {addressProblem, cleanAddress, isAddress, longestAddress} from '../../records/fields/email-address.js';
import {isInk, trim} from '../../records/fields/fold-address.js';
import {domainOf, likelyAddresses} from '../../records/fields/mistyped-domain.js';
import type {CheckOptions, DateOrder, Fitted, ImportField} from '../file/contract.js';

export type CellReading = Pick<CheckOptions, 'dateOrder' | 'countries' | 'onlyListed' | 'fixes'> & {
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

const plainly =
  (pattern: RegExp): PlainBytes =>
  (bytes, from, to) =>
    pattern.test(bytes.toString('latin1', from, to));

export const cellKindOf = ({name, type}: ImportField): CellKind =>
  name === 'email' ? 'address' : name === 'country' ? 'country' : type;

export const cellRules: Readonly<Record<CellKind, (reading: CellReading) => CellRule>> = {
  text: () => ({read: text => ({value: text}), plain: () => true}),
  number: ({semicolons}) => ({read: text => readNumber(text, semicolons), plain: plainly(/^\d+$/)}),
  'datetime-local': ({dateOrder, shownOrder}) => ({
    read: text => readDate(text, dateOrder, shownOrder),
    // On a day that every month has.
    plain: plainly(/^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d$/),
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

/**
 * A date as people and programs write it, as `YYYY-MM-DDTHH:MM`. One with two meanings is read in the order that a person
 * gave or that other dates of its column show, else refused; dates with dots need only the first.
 */
function readDate(text: string, given: DateOrder | undefined, shown: DateOrder | undefined): Fitted {
  if (/^\d{5}(\.\d+)?$/.test(text)) {
    return {reason: 'is an Excel day number: format the column as a date and save the file again'};
  }
  const [, day = '', clock = ''] = /^(.*?)(?:(?:[T,]\s*|\s+)(\d{1,2}:\d\d.*))?$/.exec(text) ?? [];
  const date = readDay(day.trim(), given, shown);
  if ('reason' in date) return date;
  const time = clock === '' ? '00:00' : readClock(clock.trim());
  if (time === undefined) return notADate;
  return {value: `${date.value}T${time}`};
}

const notADate: Fitted = {reason: 'is not a date: write 2026-04-03 or 2026-04-03 14:30'};

function readDay(text: string, given: DateOrder | undefined, shown: DateOrder | undefined): Fitted {
  const [, ...iso] = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text) ?? /^(\d{4})()(\d\d)(\d\d)$/.exec(text) ?? [];
  if (iso.length > 0) return onCalendar(iso[0], iso[2], iso[3]);
  const [, one, sign, two, year] = /^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4})$/.exec(text) ?? [];
  if (year !== undefined) return inOrder(Number(one), Number(two), year, given ?? (sign === '.' ? 'dmy' : shown));
  if (/^\d{1,2}([-/.])\d{1,2}\1\d\d$/.test(text)) return {reason: 'has a two-digit year: write all four digits'};
  if (/^\d{1,2}[-/.]\d{1,2}\.?$/.test(text)) return {reason: 'has no year: write 1990-04-03'};
  return readNamedMonth(text);
}

function inOrder(first: number, second: number, year: string, order: DateOrder | undefined): Fitted {
  if (order === undefined && first <= 12 && second <= 12 && first !== second) {
    const readings = `${written(year, second, first)} or ${written(year, first, second)}`;
    return {reason: `can mean ${readings}: say which with: emk config set dates dmy (or mdy)`};
  }
  const dayFirst = order === undefined ? first > 12 : order === 'dmy';
  return dayFirst ? onCalendar(year, second, first) : onCalendar(year, first, second);
}

/** Reads `4 Mar 2026`, `March 4th, 2026`, `4. März 2026`, `4 de marzo de 2026`, with or without a weekday. */
function readNamedMonth(text: string): Fitted {
  const words = text
    .replace(/[.,]/g, ' ')
    .replace(/\b(\d{1,2})(?:st|nd|rd|th|er|º)\b/gi, '$1')
    .replace(/-/g, ' ');
  const parts = words.split(/\s+/).filter(word => word !== '' && !/^(?:de|del|of|the)$/i.test(word));
  const dated = parts.length === 4 && monthCalled(parts[0] ?? '') === undefined ? parts.slice(1) : parts;
  const [a = '', b = '', c = ''] = dated;
  if (dated.length !== 3 || !/^\d{4}$/.test(c)) return notADate;
  const [day, name] = /^\d/.test(a) ? [a, b] : [b, a];
  const month = monthCalled(name);
  return month === undefined || !/^\d{1,2}$/.test(day) ? notADate : onCalendar(c, month, day);
}

function onCalendar(...[year, month, day]: DateParts): Fitted {
  const isMonth = Number(month) >= 1 && Number(month) <= 12 && Number(year) >= 1000;
  const isDay = Number(day) >= 1 && Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return isMonth && isDay ? {value: written(year, month, day)} : {reason: 'is a date that does not exist'};
}

type DateParts = [year: string | undefined, month: string | number | undefined, day: string | number | undefined];

const written = (...parts: DateParts): string => parts.map(part => String(part).padStart(2, '0')).join('-');

/** A time of day. A date field stores no zone. */
function readClock(text: string): string | undefined {
  const match =
    /^(\d{1,2}):(\d\d)(?::\d\d(?:[.,]\d+)?)?\s*(?:([ap])\.?\s?m\.?)?\s*(?:uhr)?\s*(?:z|utc|gmt|[+-]\d\d:?\d\d)?$/i.exec(
      text,
    );
  if (match === null) return undefined;
  const half = match[3]?.toLowerCase();
  const typedHour = Number(match[1]);
  if (half !== undefined && (typedHour < 1 || typedHour > 12)) return undefined;
  const hour = half === undefined ? typedHour : (typedHour % 12) + (half === 'p' ? 12 : 0);
  return hour < 24 && Number(match[2]) < 60 ? `${String(hour).padStart(2, '0')}:${match[2]}` : undefined;
}

/** The month of an English, German, French or Spanish name, or of its beginning. */
function monthCalled(word: string): number | undefined {
  const index = months.findIndex(names => names.test(headerKey(word)));
  return index < 0 ? undefined : index + 1;
}

const months = [
  ...[/^(?:jan|ene)/, /^(?:feb|fev)/, /^(?:mar|mrz|maerz)/, /^(?:apr|avr|abr)/, /^ma[iy]/, /^(?:jun|juin)/],
  ...[/^(?:jul|juil)/, /^(?:aug|aou|ago)/, /^sep/, /^(?:oct|okt)/, /^nov/, /^(?:dec|dez|dic)/],
];

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
      const address = problem === undefined ? text : cleanAddress(text);
      const meant = address ?? (likely ? likelyAddress(text) : undefined);
      return meant === undefined ? {reason: problem ?? ''} : {value: fixed(meant)};
    },
    plain: (bytes, from, to) =>
      isAddressIn(bytes, from, to) &&
      (right.size === 0 || !right.has(domainOf(bytes.toString('latin1', from, to)).toLowerCase())),
  };
}

export const likelyAddress = (text: string): string | undefined => likelyAddresses(text).find(isAddress);

/** A country as the service lists it. Other texts are sent as written, unless only listed ones are allowed. */
function readCountry(text: string, {countries, onlyListed}: CellReading): Fitted {
  if (countries === undefined) return {value: text};
  const value = countries(text);
  if (value !== undefined) return {value};
  // A phone prefix, an ISO number or anything else.
  if (!/\p{L}/u.test(text)) return {reason: 'is no country: say which one it means, as in --country 49=Germany'};
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

/*
 * What a plain cell says, judged by its bytes: a file may have a million rows, and hardly any cell of them is decoded.
 * Each test takes a cell that begins at `from` and ends before `to`.
 */

/** A plain ASCII address, as nearly all are. */
export function isAddressIn(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from > longestAddress) return false;
  let at = from;
  let afterDot = true;
  for (; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte === dot) {
      if (afterDot) return false;
      afterDot = true;
    } else if ((kinds[byte] as number) > 0) afterDot = false;
    else break;
  }
  if (bytes[at] !== atSign || afterDot || at - from > 64 || at === to) return false;
  return isDomainIn(bytes, at + 1, to);
}

function isDomainIn(bytes: Uint8Array, from: number, to: number): boolean {
  let label = from;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte === dot) {
      if (at === label || at - label > 63 || bytes[at - 1] === hyphen) return false;
      label = at + 1;
    } else if (byte === hyphen ? at === label : kinds[byte] !== alphanumeric) return false;
  }
  const last = bytes[label] as number;
  const aLetter = (last | 0x20) >= 0x61 && (last | 0x20) <= 0x7a;
  return label > from && label < to && to - label <= 63 && aLetter && bytes[to - 1] !== hyphen;
}

const [dot, hyphen, atSign] = [0x2e, 0x2d, 0x40];

/** A table by byte, because a set would be asked a million times. */
const tableOf = (kindOf: (character: string) => number): Uint8Array =>
  new Uint8Array(256).map((_, byte) => kindOf(String.fromCharCode(byte)));

const alphanumeric = 2;

/** 2 for letters and digits, 1 for other characters allowed before the `@`, 0 for all other bytes. */
const kinds = tableOf(sign => (/[A-Za-z0-9]/.test(sign) ? alphanumeric : Number(/[!#$%&'*+/=?^_`{|}~-]/.test(sign))));

/** Surely nothing that a program has damaged, such as `#REF!`, `NULL`, `\N` or `4E+11`. */
function isWhole(bytes: Uint8Array, from: number, to: number): boolean {
  const first = firsts[bytes[from] as number];
  if (first === aDigit) return to - from < 5 || bytes[to - 3] !== plus;
  // NaN, NULL, null, None, undefined: names such as Nora or Uli are as long, so their last letters are compared too.
  return first === 0 || (first === aLetter && (to - from > 9 || lasts[bytes[to - 1] as number] === 0));
}

const plus = 0x2b;
const [aDigit, aLetter, aSign] = [1, 2, 3];
const firsts = tableOf(sign =>
  /\d/.test(sign) ? aDigit : /[Nnu]/.test(sign) ? aLetter : /[#=\\"(<[ \t']/.test(sign) ? aSign : 0,
);
const lasts = tableOf(sign => Number(/[NLled]/.test(sign)));

export const cleanedCell = (record: RecordView, column: number): string => cleaned(cellText(record, column));

const cleaned = (text: string): string => trim(withoutMark(unguardFormula(text)));

/** Removes the `'` that shops put before numbers such as `'0123` and `'1234AB`, to protect them from spreadsheets. */
const withoutMark = (text: string): string => (/^'[+\d][\dA-Z ()./-]*$/.test(text) ? text.slice(1) : text);

export const isEmptyCell = ({cells: {starts, ends}}: RecordView, column: number): boolean =>
  starts[column] === ends[column];

/** Whether a cell's bytes are its text: no doubled quotes, no formula guard, nothing to trim. */
export function isPlain(bytes: Uint8Array, {starts, ends, kinds}: Cells, column: number): boolean {
  const from = starts[column] as number;
  const to = ends[column] as number;
  if (from === to || kinds[column] === escapedCellKind) return false;
  const first = bytes[from] as number;
  return first !== apostrophe && isInk(first) && isInk(bytes[to - 1] as number);
}

const apostrophe = 0x27;

/** Reads a column with few different values: it knows cells by their bytes, and decodes only new ones. */
export function cacheCells<T>(column: number, read: (text: string) => T): (record: RecordView) => T {
  const known = new Map<number, {readonly cell: Uint8Array; readonly value: T}>();
  return record => {
    const {bytes, cells} = record;
    const [from, to] = [cells.starts[column] as number, cells.ends[column] as number];
    // Doubled quotes make another text of the same bytes.
    let mark = cells.kinds[column] as number;
    for (let at = from; at < to; at++) mark = Math.imul(mark ^ (bytes[at] as number), 0x01000193);
    const before = known.get(mark);
    if (before !== undefined && isSame(before.cell, bytes, from, to)) return before.value;
    const value = read(cleanedCell(record, column));
    if (known.size < MOST) known.set(mark, {cell: Uint8Array.from(bytes.subarray(from, to)), value});
    return value;
  };
}

function isSame(cell: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (cell.length !== to - from) return false;
  for (let at = from; at < to; at++) if (cell[at - from] !== bytes[at]) return false;
  return true;
}

/** The most values to remember: a wrongly mapped column may have a different text in every row. */
const MOST = 1000;
