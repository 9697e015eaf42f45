import {UsageError} from '../../errors.js';
import {lookUp} from '../../words/look-up.js';

/** An encoding by its standard name: those that emk decodes itself, and all that `TextDecoder` knows. */
export type Encoding = string;

export const encodingName = (encoding: Encoding): string =>
  lookUp(names, encoding) ??
  encoding.replace(/^windows/, 'Windows').replace(/^(?:iso|koi8|euc|gb|ibm)/, word => word.toUpperCase());

const names: {readonly [encoding: string]: string} = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  macintosh: 'Mac Roman',
  shift_jis: 'Shift_JIS',
  big5: 'Big5',
};

/** The encoding that `--encoding` names, or that the first bytes suggest. */
export function chooseEncoding(requested: string, head: Uint8Array): Encoding {
  if (requested === 'auto') return sniffEncoding(head);
  const label = requested.toLowerCase().replace(/[_ ]/g, '-');
  const own = lookUp(synonyms, label) ?? [label].find(name => Object.hasOwn(marks, name));
  if (own !== undefined) return own;
  for (const name of [requested.trim(), label]) {
    try {
      return new TextDecoder(name).encoding;
    } catch {
      // Try the next spelling of the name.
    }
  }
  throw new UsageError(`emk does not know the encoding “${requested}”.`, {
    hint: 'Use --encoding auto, utf-8, utf-16le, windows-1252, macintosh, windows-1251, shift_jis, gb18030 or another standard name.',
  });
}

const synonyms: {readonly [name: string]: Encoding} = {
  utf8: 'utf-8',
  'utf-16': 'utf-16le',
  utf16: 'utf-16le',
  utf16le: 'utf-16le',
  utf16be: 'utf-16be',
  cp1252: 'windows-1252',
  ansi: 'windows-1252',
  macroman: 'macintosh',
  'mac-roman': 'macintosh',
  'shift-jis': 'shift_jis',
  cp932: 'shift_jis',
  cp936: 'gbk',
};

/** The encoding that the first bytes suggest: UTF-8 until a byte rules it out. */
export function sniffEncoding(head: Uint8Array): Encoding {
  const marked = Object.keys(marks).find(encoding => markLength(head, encoding) > 0);
  return marked ?? widePattern(head) ?? 'utf-8';
}

/** The length of the byte order mark at the beginning of a file. */
export function markLength(head: Uint8Array, encoding: Encoding): number {
  const mark = lookUp(marks, encoding) ?? [];
  return mark.every((byte, index) => head[index] === byte) ? mark.length : 0;
}

/** Byte order marks. */
const marks: {readonly [encoding: Encoding]: readonly number[]} = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
};

/** Detects UTF-16 without a mark: nearly every second byte is zero. */
function widePattern(head: Uint8Array): Encoding | undefined {
  const pairs = Math.floor(Math.min(head.length, 4096) / 2);
  const zeros = [0, 0];
  for (let at = 0; at < pairs * 2; at++) if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros.map(count => (pairs === 0 ? 0 : count / pairs));
  if (odd > 0.4 && even < 0.05) return 'utf-16le';
  return even > 0.4 && odd < 0.05 ? 'utf-16be' : undefined;
}
