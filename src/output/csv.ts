import {guard} from '../csv/formula-guard.js';
import type {Dialect, ToCell} from './delimited.js';

export type CsvOptions = {
  /** Leaves cells as they are, though a spreadsheet would run them. */
  readonly raw: boolean;
  /** What makes a text harmless, for CSV on a terminal. */
  readonly clean: ((text: string) => string) | undefined;
  /** Told of every cell that was guarded. */
  readonly onGuard: () => void;
};

/**
CSV after RFC 4180, by hand: a list of a million contacts has twenty million cells, and csv-stringify takes 1.7 times as
long for them, the guard not counted. Objects become JSON, nothing becomes an empty cell.
*/
export const csv = (options: CsvOptions): Dialect => ({separator: ',', blank: '""', cell: toCell(options)});

function toCell({raw, clean, onGuard}: CsvOptions): ToCell {
  const guarded = (text: string): string => {
    const safe = guard(text);
    if (safe !== text) onGuard();
    return safe;
  };
  const fromText = raw ? quote : (text: string) => quote(guarded(text));
  const written = clean ? (text: string) => fromText(clean(text)) : fromText;
  return value => {
    if (typeof value === 'string') return written(value);
    if (typeof value === 'number') return String(value);
    if (value === null || value === undefined) return '';
    return written(typeof value === 'object' ? JSON.stringify(value) : String(value));
  };
}

const quote = (text: string): string => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const special = /[",\r\n]/;
