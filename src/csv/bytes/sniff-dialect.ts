import {isAddress} from '../../records/fields/email-address.js';
import {trim} from '../../records/fields/fold-address.js';
import {cellTexts} from './read-records.js';
import {type Dialect, makeCells, scanRecord} from './scan-record.js';

/** A file's first records, read with the best dialect. */
export type Opening = {
  readonly dialect: Dialect;
  readonly header: OpeningRecord | undefined;
  /** The records above the header: titles and notes. */
  readonly above: readonly OpeningRecord[];
  readonly rows: readonly OpeningRecord[];
  /** Where the header may begin: after Excel's `sep=` line, if there is one. */
  readonly from: number;
};

export type OpeningRecord = {
  readonly line: number;
  readonly texts: readonly string[];
  readonly raw: Uint8Array;
  readonly fault: 'unclosed' | 'stray' | undefined;
};

const usual = [',', ';', '\t', '|'];

/**
 * Finds how a file separates its cells, from its first bytes as UTF-8. It tries every usual delimiter on several
 * records. The best one gives headers with known names and rows as long as the header; counting characters alone would
 * count commas within quotes. The header is the first record with a text that `decides`, if it may be further down.
 */
export function openText(
  head: Uint8Array,
  whole: boolean,
  worth: (header: string) => number,
  decides: (text: string) => boolean = () => false,
): Opening {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length);
  const loneReturns = endsWithReturn(bytes);
  const {declared, from} = excelDelimiter(bytes);
  const candidates = declared === undefined ? usual : [declared];
  const openings = candidates.map(candidate =>
    readOpening(bytes, from, whole, {delimiter: candidate.charCodeAt(0), loneReturns}, decides),
  );
  const scored = openings.map(opening => ({opening, score: suits(opening, worth)})).sort((a, b) => b.score - a.score);
  return (scored[0] as {opening: Opening}).opening;
}

/** The delimiter as a word for reports. */
export const delimiterName = ({delimiter}: Dialect): string => {
  const character = String.fromCharCode(delimiter);
  return character === '\t' ? 'tab' : character;
};

/** Excel's own first line, `sep=;`, which is not a row. */
function excelDelimiter(bytes: Buffer): {declared: string | undefined; from: number} {
  const match = /^"?sep=([,;|\t])"?(?:\r\n|\n|\r)/i.exec(bytes.toString('latin1', 0, 16));
  return match === null ? {declared: undefined, from: 0} : {declared: match[1], from: match[0].length};
}

function endsWithReturn(bytes: Buffer): boolean {
  let open = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x22) open = !open;
    if (open) continue;
    if (byte === 0x0a) return false;
    if (byte === 0x0d) return at + 1 < bytes.length && bytes[at + 1] !== 0x0a;
  }
  return false;
}

function readOpening(
  bytes: Buffer,
  from: number,
  whole: boolean,
  dialect: Dialect,
  decides: (text: string) => boolean,
): Opening {
  const records = recordsIn(bytes, from, whole, dialect, SAMPLE);
  const has = (is: (text: string) => boolean) => records.findIndex(({texts}) => texts.some(text => is(trim(text))));
  const [named, person] = [has(decides), has(isAddress)];
  const at = named >= 0 && named < LAST_HEADER && (person < 0 || named < person) ? named : 0;
  return {dialect, header: records[at], above: records.slice(0, at), rows: records.slice(at + 1), from};
}

/** The non-empty records of a text. `from` is where the header may begin. */
export function recordsIn(
  bytes: Buffer,
  from: number,
  whole: boolean,
  dialect: Dialect,
  most = Number.POSITIVE_INFINITY,
): OpeningRecord[] {
  const cells = makeCells();
  const records: OpeningRecord[] = [];
  let at = from;
  let line = from === 0 ? 1 : 2;
  while (at < bytes.length && records.length < most) {
    const next = scanRecord(bytes, at, bytes.length, whole, dialect, cells);
    if (next < 0) break;
    const texts = cellTexts({bytes, from: at, line, cells, marked: true});
    if (cells.fault !== undefined || texts.some(text => trim(text) !== '')) {
      records.push({line, texts, raw: new Uint8Array(bytes.subarray(at, cells.end)), fault: cells.fault});
    }
    line += cells.lines;
    at = next;
  }
  return records;
}

function suits({header, rows}: Opening, worth: (header: string) => number): number {
  if (header === undefined) return 0;
  const width = header.texts.length;
  const known = header.texts.reduce((sum, text) => sum + worth(text), 0);
  if (width < 2) return known;
  const alike = rows.filter(({texts}) => texts.length === width).length;
  return known + (rows.length === 0 ? 1 : (3 * alike) / rows.length) + Math.min(width, 20) / 100;
}

/** How many rows decide what the columns of a file are, and which record is the last that may be a header. */
const [SAMPLE, LAST_HEADER] = [400, 30];
