import {type Options, stringify} from 'csv-stringify/sync';
import {nestedText} from '../../records/fields/nested.js';
import {guardFormula} from './formula-guard.js';

/**
Writes rows as lines, each with its line end: a value with parts in the words that people know it by, nothing as an empty cell. Hand it the rows as they arrive:
a thousand at once take longer than a hundred at a time, and one at a time longer still.
*/
export type LineWriter = (rows: unknown[][]) => string;

/** Makes a text harmless for the place where it will be read, such as a terminal. */
type Clean = (text: string) => string;

export type LineOptions = {
  /** Leaves cells as they are, though a spreadsheet would run them. */
  readonly raw: boolean;
  readonly clean?: Clean;
  /** Called when the first cell is guarded, and never again. */
  readonly onGuard?: () => void;
};

/**
CSV as RFC 4180 has it but for its line ends, which are those of Unix. Cells that a spreadsheet would run are guarded, and
what it may take for a separator stands in quotes: many split at semicolons or tabs rather than at commas.
*/
export const csvLines = ({clean = asItIs, ...guarding}: LineOptions): LineWriter => {
  const toHarmless = harmless(guarding);
  return linesWith(text => toHarmless(clean(text)), {quoted_match: [';', '\t']});
};

/** Tab-separated values for `cut` and `awk`: every record is one line, so tabs and line ends are written as `\t` and `\n`. */
export const tsvLines = ({clean = asItIs, ...guarding}: LineOptions): LineWriter => {
  const toHarmless = harmless(guarding);
  return linesWith(text => toHarmless(clean(text.replace(special, escaped))), {delimiter: '\t', quote: false});
};

/** Guards every cell that a spreadsheet would run. */
function harmless({raw, onGuard}: LineOptions): (text: string) => string {
  if (raw) return asItIs;
  let guarded = false;
  return text => {
    const safe = guardFormula(text);
    if (safe !== text && !guarded) onGuard?.();
    guarded ||= safe !== text;
    return safe;
  };
}

/** Readers skip an empty line, so a row whose only cell is empty is written as `""` where there are quotes. */
function linesWith(toCell: (text: string) => string, dialect: Options): LineWriter {
  const cast = {string: toCell, object: (value: object) => toCell(nestedText(value)), boolean: String};
  const options = {...dialect, cast};
  const forOneCell = {...options, quoted_empty: true};
  return rows => stringify(rows, rows[0]?.length === 1 ? forOneCell : options);
}

const asItIs = (text: string): string => text;

const special = /[\t\n\r\\]/g;
const escapes: Readonly<Record<string, string>> = {'\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\'};

const escaped = (text: string): string => escapes[text] ?? text;
