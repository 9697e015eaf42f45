import {UsageError} from '../../errors.js';
import {lookUp} from '../../words/look-up.js';
import {isUtf7} from './utf-7.js';

/** An encoding by its standard name: those that emk decodes itself, and all that `TextDecoder` knows. */
export type Encoding = string;

export const encodingName = (encoding: Encoding): string =>
  lookUp(names, encoding) ??
  encoding.replace(/^windows/, 'Windows').replace(/^(?:iso|koi8|euc|gb|ibm)/, word => word.toUpperCase());

const names: {readonly [encoding: string]: string} = {
  'utf-7': 'UTF-7',
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'utf-32le': 'UTF-32',
  'utf-32be': 'UTF-32',
  macintosh: 'Mac Roman',
  shift_jis: 'Shift_JIS',
  big5: 'Big5',
};

/** The encoding that `--encoding` names, or that the first bytes suggest. */
export function chooseEncoding(requested: string, head: Uint8Array): Encoding {
  if (requested === 'auto') return sniffEncoding(head);
  const label = requested.toLowerCase().replace(/[_ ]/g, '-');
  const own = lookUp(synonyms, label) ?? [label].find(name => Object.hasOwn(marks, name) || name === 'cp850');
  if (own !== undefined) return own;
  for (const name of [requested.trim(), label]) {
    try {
      return new TextDecoder(name).encoding;
    } catch {
      // Try the next spelling of the name.
    }
  }
  throw new UsageError(`emk does not know the encoding “${requested}”.`, {
    hint: 'Use --encoding auto, utf-8, utf-16le, windows-1252, macintosh, windows-1251, shift_jis, gb18030, cp850 or another standard name.',
  });
}

const synonyms: {readonly [name: string]: Encoding} = {
  utf8: 'utf-8',
  utf7: 'utf-7',
  'utf-7': 'utf-7',
  'utf-16': 'utf-16le',
  utf16: 'utf-16le',
  utf16le: 'utf-16le',
  utf16be: 'utf-16be',
  'utf-32': 'utf-32le',
  utf32: 'utf-32le',
  utf32le: 'utf-32le',
  utf32be: 'utf-32be',
  cp1252: 'windows-1252',
  ansi: 'windows-1252',
  macroman: 'macintosh',
  'mac-roman': 'macintosh',
  'shift-jis': 'shift_jis',
  cp932: 'shift_jis',
  cp936: 'gbk',
  850: 'cp850',
  ibm850: 'cp850',
  dos: 'cp850',
};

/** The encoding that the first bytes suggest: UTF-8 until a byte rules it out. */
export function sniffEncoding(head: Uint8Array): Encoding {
  const marked = Object.keys(marks).find(encoding => markLength(head, encoding) > 0);
  return marked ?? widePattern(head) ?? (isUtf7(head) ? 'utf-7' : 'utf-8');
}

/** The length of the byte order mark at the beginning of a file. */
export function markLength(head: Uint8Array, encoding: Encoding): number {
  const mark = lookUp(marks, encoding) ?? [];
  return mark.every((byte, index) => head[index] === byte) ? mark.length : 0;
}

/** Byte order marks. UTF-32 comes first, because its mark begins with that of UTF-16. */
const marks: {readonly [encoding: Encoding]: readonly number[]} = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-32le': [0xff, 0xfe, 0, 0],
  'utf-32be': [0, 0, 0xfe, 0xff],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
};

/** Detects wide encodings without a mark: in UTF-16 nearly every second byte is zero, in UTF-32 three of four. */
function widePattern(head: Uint8Array): Encoding | undefined {
  const quads = Math.floor(Math.min(head.length, 4096) / 4);
  const zeros = [0, 0, 0, 0];
  for (let at = 0; at < quads * 4; at++) if (head[at] === 0) zeros[at % 4] = (zeros[at % 4] ?? 0) + 1;
  const shares = zeros.map(count => (quads === 0 ? 0 : count / quads));
  const shape = shares.map(share => (share > 0.4 ? '0' : share < 0.05 ? 'x' : '?')).join('');
  return shapes[shape];
}

const shapes: {readonly [shape: string]: Encoding} = {
  x0x0: 'utf-16le',
  '0x0x': 'utf-16be',
  x000: 'utf-32le',
  '000x': 'utf-32be',
};
