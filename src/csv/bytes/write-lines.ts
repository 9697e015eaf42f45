import {type Options, stringify} from 'csv-stringify/sync';
import {nestedText} from '../../records/fields/readable.js';
import {guardFormula} from './formula-guard.js';

/** Writes rows as lines. Pass them as they arrive: batches of a hundred are fastest. */
type LineWriter = (rows: unknown[][]) => string;

/** Makes a text harmless for its reader, such as a terminal. */
type Clean = (text: string) => string;

type LineOptions = {
  readonly clean?: Clean;
  /** Called once, when the first cell is guarded. */
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

/** Writes rows of cells. Readers skip empty lines, so with quotes a row of one empty cell becomes `""`. */
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
