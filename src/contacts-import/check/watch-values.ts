import {cellText, type RecordView} from '../../csv/bytes/read-records.js';
import {trim} from '../../records/fields/fold-address.js';
import {likelyDomain} from '../../records/fields/mistyped-domain.js';
import {likelyAddress} from '../cells/address-cell.js';
import type {CellNote} from '../cells/cell-rule.js';
import type {BadColumn, Mistyped, StrangeCountry, Unclear} from '../file/contract.js';
import type {Problem} from './examine-row.js';
import {cacheCells, textOf} from './plain-cells.js';
import type {Rules} from './rules.js';

type Values = {rows: number; readonly text: string; readonly line: number};

/** What the values of all rows show, as far as they were read. */
type ValuesSeen = {
  /** The columns with values that are damaged or do not fit their field. */
  readonly bad: Map<number, Values>;
  /** The values that are left empty because of `--leave-empty`, by column. */
  readonly emptied: Map<number, Values>;
  /** Countries that the service does not list. */
  readonly strange: Map<string, StrangeCountry & {rows: number; readonly lines: number[]}>;
  readonly mistyped: Map<string, Mistyped & {readonly lines: number[]}>;
  readonly unclear: Unclear[];
  /** The first line with each note about a value that is still sent; 0 for none. */
  readonly notes: Record<CellNote | 'page', number>;
};

/** Watches the values of rows: of those that are sent, of those that were read cell by cell, and of those that cannot be sent. */
export function watchValues(rules: Rules): ValuesSeen & {
  sent(record: RecordView): void;
  examined(record: RecordView, problems: readonly Problem[]): void;
  rejected(record: RecordView, problems: readonly Problem[]): void;
} {
  const seen: ValuesSeen = {
    ...{bad: new Map(), emptied: new Map(), strange: new Map(), mistyped: new Map()},
    ...{unclear: [], notes: {page: 0, zone: 0}},
  };
  const seeCountry = watchCountries(rules, seen);
  const seeDomain = watchDomains(rules, seen);
  return {
    ...seen,
    sent(record) {
      seeCountry(record);
      seeDomain(record);
    },
    examined(record, problems) {
      if (record.cells.count >= rules.headers.length) seeFitting(record, problems, rules, seen);
      if (problems.length === 0) noteWhat(record, rules, seen.notes);
    },
    rejected(record, problems) {
      if (record.cells.fault !== undefined || record.cells.count !== rules.headers.length) return;
      // A person may fix the row, and is asked about its country with the others.
      seeCountry(record);
      noteUnclear(record, problems, rules, seen.unclear);
    },
  };
}

/** Counts the values that do not fit their field, but for addresses, and those that are left empty because of that. */
function seeFitting(record: RecordView, problems: readonly Problem[], rules: Rules, {bad, emptied}: ValuesSeen): void {
  const count = (counted: Map<number, Values>, column: number): void => {
    const found = counted.get(column) ?? {rows: 0, text: textOf(record, column), line: record.line};
    counted.set(column, {...found, rows: found.rows + 1});
  };
  for (const {column, unfitting} of rules.emptied) {
    const text = textOf(record, column);
    if (text !== '' && unfitting?.(text)) count(emptied, column);
  }
  for (const {cell} of problems) {
    if (cell !== rules.address.column && rules.filled.some(({column}) => column === cell)) count(bad, cell);
  }
}

/** The columns whose values do not fit, the worst first. */
export const badColumns = ({bad}: ValuesSeen, {filled}: Rules): Omit<BadColumn, 'twoMeanings'>[] =>
  [...bad]
    .sort(([, one], [, other]) => other.rows - one.rows)
    .map(([column, values]) => {
      const slot = filled.find(each => each.column === column);
      return {column, field: slot?.field ?? '', isText: slot?.kind === 'text' || slot?.kind === 'country', ...values};
    });

/** Looks at the country of every row, unless a strange one makes its row bad: most cells are recognised by their bytes. */
function watchCountries({filled, countries, onlyListed}: Rules, {strange}: ValuesSeen): (record: RecordView) => void {
  const slot = filled.find(({kind}) => kind === 'country');
  if (slot === undefined || countries === undefined || onlyListed) return () => undefined;
  const {column, part, rule} = slot;
  const countryIn = (text: string): string => part?.(text) ?? text;
  const isKnown = cacheCells(column, cell => {
    const text = countryIn(cell);
    if (text === '' || countries(text) !== undefined) return true;
    // A value that is damaged or left empty is no country.
    const fitted = rule.read(cell);
    return !('value' in fitted) || fitted.value !== cell;
  });
  return record => {
    if (isKnown(record)) return;
    const text = countryIn(textOf(record, column));
    const found = strange.get(text) ?? {text, rows: 0, lines: []};
    found.rows++;
    if (found.lines.length < SHOWN) found.lines.push(record.line);
    if (strange.size < MOST_COUNTRIES) strange.set(text, found);
  };
}

/** Looks at the domain of every address that is sent. Most are known by a hash, without decoding. */
function watchDomains({address: {column}}: Rules, {mistyped}: ValuesSeen): (record: RecordView) => void {
  const known = new Map<number, string | undefined>();
  return ({bytes, cells, line}) => {
    const from = cells.starts[column] as number;
    let end = cells.ends[column] as number;
    while (end > from && AFTER.has(bytes[end - 1] as number)) end--;
    let at = end;
    let mark = 0;
    while (at > from && bytes[at - 1] !== AT) mark = Math.imul(mark ^ ((bytes[--at] as number) | 0x20), PRIME);
    if (known.has(mark) && known.get(mark) === undefined) return;
    const domain = bytes.toString('latin1', at, end).trimEnd().toLowerCase();
    const likely = likelyDomain(domain);
    if (known.size < MOST_DOMAINS) known.set(mark, likely);
    if (likely === undefined) return;
    const found = mistyped.get(domain) ?? {domain, likely, lines: []};
    found.lines.push(line);
    mistyped.set(domain, found);
  };
}

function noteWhat(record: RecordView, {filled}: Rules, notes: ValuesSeen['notes']): void {
  for (const {column, rule} of filled) {
    if (!record.marked && rule.note === undefined) continue;
    const text = trim(cellText(record, column));
    if (record.marked && /^<(?:!doctype|html|head|body|script|table)\b/i.test(text)) notes.page ||= record.line;
    const note = rule.note?.(text);
    if (note !== undefined) notes[note] ||= record.line;
  }
}

/** Keeps the first addresses that most likely mean another: a person is asked about all at once. */
function noteUnclear(record: RecordView, problems: readonly Problem[], rules: Rules, unclear: Unclear[]): void {
  const {column} = rules.address;
  if (unclear.length >= MOST_UNCLEAR || !problems.some(({cell}) => cell === column)) return;
  const text = textOf(record, column);
  const likely = text === '' ? undefined : likelyAddress(text);
  if (likely !== undefined) unclear.push({line: record.line, text, likely});
}

const AT = 0x40;
/** What may be written after an address: `<a@x>`, a dot, a comma, a semicolon. */
const AFTER = new Set([0x3e, 0x2e, 0x2c, 0x3b]);
const PRIME = 0x01000193;

const SHOWN = 5;

/** The most to keep: a wrongly mapped column may have a different text in every row. */
const [MOST_COUNTRIES, MOST_DOMAINS, MOST_UNCLEAR] = [100, 20_000, 1000];
