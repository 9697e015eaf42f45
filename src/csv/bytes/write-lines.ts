import {type Options, stringify} from 'csv-stringify/sync';
import {nestedText} from '../../records/fields/readable.js';
import {guardFormula} from './formula-guard.js';

/** Writes rows as lines. Pass them as they arrive: batches of a hundred are fastest. */
type LineWriter = (rows: unknown[][]) => string;

/** Makes a text harmless for its reader, such as a terminal. */
type Clean = (text: string) => string;

type LineOptions = {
  readonly clean?: Clean;
  readonly onGuard?: () => void;
};

/** CSV by RFC 4180 with Unix line ends and guarded cells; quoted at semicolons and tabs too. */
export const csvLines = ({clean = asItIs, onGuard}: LineOptions = {}): LineWriter => {
  const toHarmless = harmless(onGuard);
  return linesWith(text => toHarmless(clean(text)), {quoted_match: /[;\t\r]/, quote_record_delimiter: false});
};

/** Tab-separated values: every record is one line, so tabs and line ends are written as `\t` and `\n`. */
export const tsvLines = ({clean = asItIs, onGuard}: LineOptions = {}): LineWriter => {
  const toHarmless = harmless(onGuard);
  return linesWith(text => toHarmless(clean(text.replace(special, escaped))), {delimiter: '\t', quote: false});
};

function harmless(onGuard: LineOptions['onGuard']): (text: string) => string {
  let guarded = false;
  return text => {
    const safe = guardFormula(text);
    if (safe !== text && !guarded) onGuard?.();
    guarded ||= safe !== text;
    return safe;
  };
}

/**
 * Writes rows of cells. Readers skip empty lines, so with quotes a row of one empty cell becomes `""`. CSV
 * without an odd cell is put together here, at twice the speed of csv-stringify.
 */
function linesWith(toCell: (text: string) => string, dialect: Options): LineWriter {
  const toText = (cell: unknown): string => {
    if (typeof cell === 'string') return toCell(cell);
    if (cell === null || cell === undefined) return '';
    return typeof cell === 'object' ? toCell(nestedText(cell)) : String(cell);
  };
  return rows => {
    const texts = rows.map(row => row.map(toText));
    const isOneCell = rows[0]?.length === 1;
    if (dialect.delimiter || isOneCell || texts.some(row => row.some(text => odd.test(text))))
      return stringify(texts, {...dialect, quoted_empty: isOneCell});
    return texts.map(row => `${row.map(quoted).join(',')}\n`).join('');
  };
}

/** A line end, or what some readers take for the end of a cell. */
const odd = /[;\t\r\n]/;

const quoted = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const asItIs = (text: string): string => text;

const special = /[\t\n\r\\]/g;
const escapes: Readonly<Record<string, string>> = {'\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\'};

const escaped = (text: string): string => escapes[text] ?? text;
