import type {Dialect} from './delimited.js';

/** Tab-separated values for `cut` and `awk`: every record is one line, so tabs and line ends are written as `\t` and `\n`. */
export const tsv = (clean: ((text: string) => string) | undefined): Dialect => ({
  separator: '\t',
  blank: '',
  cell: value => {
    if (value === null || value === undefined) return '';
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    const line = text.replace(special, escaped);
    return clean ? clean(line) : line;
  },
});

const special = /[\t\n\r\\]/g;
const escapes: Readonly<Record<string, string>> = {'\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\'};

const escaped = (text: string): string => escapes[text] ?? text;
