import {UsageError} from '../errors.js';

/** The encodings a file may have, by the names that `--encoding` takes. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

/** The names by which people know the encodings. */
export const encodingNames: {readonly [E in Encoding]: string} = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

/** The encoding that `--encoding` names, or that the first bytes show. */
export function chooseEncoding(said: string, head: Uint8Array): Encoding {
  if (said === 'auto') return sniffEncoding(head).encoding;
  const name = said.toLowerCase().replace(/[_ ]/g, '-');
  const known = encodings.find(encoding => encoding === (synonyms[name] ?? name));
  if (known !== undefined) return known;
  throw new UsageError(`emk cannot read “${said}”.`, {hint: `Use --encoding auto, ${encodings.join(', ')}.`});
}

const synonyms: {readonly [name: string]: Encoding} = {
  utf8: 'utf-8',
  'utf-16': 'utf-16le',
  utf16le: 'utf-16le',
  utf16be: 'utf-16be',
  cp1252: 'windows-1252',
  ansi: 'windows-1252',
};

/** The encoding that the first bytes show, and how many bytes mark it. UTF-8 is assumed until a byte rules it out. */
export function sniffEncoding(head: Uint8Array): {readonly encoding: Encoding; readonly mark: number} {
  for (const encoding of ['utf-8', 'utf-16le', 'utf-16be'] as const) {
    const mark = markLength(head, encoding);
    if (mark > 0) return {encoding, mark};
  }
  return {encoding: widePattern(head) ?? 'utf-8', mark: 0};
}

/** The length of the byte order mark that a file of this encoding begins with. */
export function markLength(head: Uint8Array, encoding: Encoding): number {
  const mark = marks[encoding];
  return mark.length > 0 && mark.every((byte, index) => head[index] === byte) ? mark.length : 0;
}

const marks: {readonly [E in Encoding]: readonly number[]} = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
  'windows-1252': [],
};

/** Text in UTF-16 without a mark has a zero in nearly every second byte. */
function widePattern(head: Uint8Array): Encoding | undefined {
  const pairs = Math.floor(Math.min(head.length, 4096) / 2);
  let first = 0;
  let second = 0;
  for (let pair = 0; pair < pairs; pair++) {
    if (head[pair * 2] === 0) first++;
    if (head[pair * 2 + 1] === 0) second++;
  }
  if (second > pairs * 0.4 && first < pairs * 0.05) return 'utf-16le';
  if (first > pairs * 0.4 && second < pairs * 0.05) return 'utf-16be';
  return undefined;
}
