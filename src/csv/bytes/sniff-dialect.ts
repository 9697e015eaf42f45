import {isAddress} from '../../records/fields/email-address.js';
import {trim} from '../../records/fields/fold-address.js';
import {cellTexts} from './read-records.js';
import {Cells, cr, type Dialect, lf} from './scan-record.js';

/** A file's first records, read with the best dialect. */
export type FileOpening = {
  readonly dialect: Dialect;
  readonly header: OpeningRecord | undefined;
  /** The records above the header: titles and notes. */
  readonly above: readonly OpeningRecord[];
  readonly rows: readonly OpeningRecord[];
};

export type OpeningRecord = {
  readonly line: number;
  readonly texts: readonly string[];
  readonly raw: Uint8Array;
  readonly fault: 'unclosed' | 'stray' | undefined;
};

/**
 * Finds how a file separates its cells, from its first bytes as UTF-8. It tries every usual delimiter on several
 * records. The best one gives headers with known names and rows as long as the header; counting characters alone would
 * count commas within quotes. The header is the first record with a text that is worth enough to decide it.
 */
export function openText(
  text: Buffer,
  isWhole: boolean,
  worth: (header: string) => number,
  most = SAMPLE,
): FileOpening {
  const lineEnd = firstLineEnd(text);
  const open = (dialect: Dialect, rows: number): FileOpening => ({
    dialect,
    ...headed(recordsIn(text, isWhole, dialect, rows), header => worth(header) >= DECISIVE),
  });
  const openings = [...',;\t|'].map(each => open({delimiter: each.charCodeAt(0), lineEnd}, SAMPLE));
  const worths = openings.map(opening => suits(opening, worth));
  const best = openings[worths.indexOf(Math.max(...worths))] as FileOpening;
  return most === SAMPLE ? best : open(best.dialect, most);
}

/** What a header is worth that only a header line has. */
export const DECISIVE = 3;

/** The delimiter as a word for reports. */
export const delimiterName = ({delimiter}: Dialect): string =>
  delimiter === 0x09 ? 'tab' : String.fromCharCode(delimiter);

function firstLineEnd(bytes: Buffer): Dialect['lineEnd'] {
  let isOpen = false;
  for (const [at, byte] of bytes.entries()) {
    if (byte === 0x22) isOpen = !isOpen;
    if (isOpen || (byte !== lf && byte !== cr)) continue;
    return byte === cr && at + 1 < bytes.length && bytes[at + 1] !== lf ? cr : lf;
  }
  return lf;
}

function headed(records: readonly OpeningRecord[], decides: (text: string) => boolean): Omit<FileOpening, 'dialect'> {
  const has = (is: (text: string) => boolean) => records.findIndex(({texts}) => texts.some(text => is(trim(text))));
  const [named, person] = [has(decides), has(isAddress)];
  const at = named >= 0 && named < LAST_HEADER && (person < 0 || named < person) ? named : 0;
  return {header: records[at], above: records.slice(0, at), rows: records.slice(at + 1)};
}

function recordsIn(bytes: Buffer, isWhole: boolean, dialect: Dialect, most: number): OpeningRecord[] {
  const cells = new Cells(dialect);
  const records: OpeningRecord[] = [];
  let at = 0;
  let line = 1;
  while (at < bytes.length && records.length < most) {
    const next = cells.scan(bytes, at, bytes.length, isWhole);
    if (next < 0) break;
    const texts = cellTexts({bytes, cells});
    if (cells.fault !== undefined || texts.some(text => trim(text) !== '')) {
      records.push({line, texts, raw: new Uint8Array(bytes.subarray(at, cells.end)), fault: cells.fault});
    }
    line += cells.lines;
    at = next;
  }
  return records;
}

function suits({header, rows}: FileOpening, worth: (header: string) => number): number {
  if (header === undefined) return 0;
  const width = header.texts.length;
  const known = header.texts.reduce((sum, text) => sum + worth(text), 0);
  if (width < 2) return known;
  const alike = rows.filter(({texts}) => texts.length === width).length;
  return known + (rows.length === 0 ? 1 : (3 * alike) / rows.length) + Math.min(width, 20) / 100;
}

/** How many rows decide what the columns of a file are, and which record is the last that may be a header. */
export const SAMPLE = 400;
const LAST_HEADER = 30;
