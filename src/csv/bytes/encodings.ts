import {isUtf8} from 'node:buffer';
import {PreflightError, UsageError} from '../../core/errors.js';

/** An encoding by its standard name: UTF-8, and all that `TextDecoder` knows. */
export type Encoding = string;

const nameOf = (encoding: Encoding): string => encoding.replace('windows', 'Windows').replace('utf', 'UTF');

/** Byte order marks. */
const marks: ReadonlyMap<Encoding, readonly number[]> = new Map([
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]);

/** The encoding that `--encoding` names, or that the first bytes suggest. */
export function chooseEncoding(requested: string, head: Uint8Array): Encoding {
  if (requested === 'auto') return sniffEncoding(head);
  const label = requested.trim().toLowerCase().replace(/[_ ]/g, '-');
  try {
    return new TextDecoder(label.replace(/^utf(?=\d)/, 'utf-')).encoding;
  } catch {
    throw unknown(requested);
  }
}

const unknown = (name: string): UsageError =>
  new UsageError(`emk does not know the encoding “${name}”.`, {
    hint: 'Use --encoding auto, utf-8, utf-16le, windows-1252, macintosh, windows-1251, shift_jis, gb18030 or another standard name.',
  });

/** The encoding that the first bytes suggest: UTF-8 until a byte rules it out. Nearly every second byte of UTF-16 is zero. */
function sniffEncoding(head: Uint8Array): Encoding {
  const marked = [...marks.keys()].find(encoding => markLength(head, encoding) > 0);
  if (marked !== undefined) return marked;
  const sample = head.subarray(0, 4096);
  const zeros = (odd: number): number => sample.filter((byte, at) => byte === 0 && at % 2 === odd).length;
  const [even, odd] = [zeros(0), zeros(1)];
  if (odd > 0.2 * sample.length && even < 0.025 * sample.length) return 'utf-16le';
  return even > 0.2 * sample.length && odd < 0.025 * sample.length ? 'utf-16be' : 'utf-8';
}

/** The length of the byte order mark at the beginning of a file. */
export function markLength(head: Uint8Array, encoding: Encoding): number {
  const mark = marks.get(encoding) ?? [];
  return mark.every((byte, index) => head[index] === byte) ? mark.length : 0;
}

/** The error about a byte that the encoding does not have. */
export const badByte = (name: string, line: number, bad: string, encoding: Encoding): PreflightError =>
  new PreflightError(`Line ${line} of ${name} has ${bad}, which is not ${nameOf(encoding)}.`, {
    hint: 'Save the file as “CSV UTF-8”, or name its encoding with --encoding.',
  });

/** The error about a NUL, which shows that a file is damaged or no text. */
export const holdsNul = (name: string, line: number): PreflightError =>
  new PreflightError(`Line ${line} of ${name} has a NUL character, which text never has.`, {
    hint: 'The file is damaged, or it is not CSV. Export it again as “CSV UTF-8”.',
  });

/** Text as UTF-8, up to the first byte that the encoding does not have; `bad` names that byte. */
type Decoded = {readonly bytes: Uint8Array; readonly bad?: string};

/** Takes a file piece by piece. `last` means that no piece follows. Each result is valid until the next call. */
export type Decoder = (piece: Uint8Array, last: boolean) => Decoded;

/** Converts a file to UTF-8, strictly: nothing is replaced by a question mark. */
export function makeDecoder(encoding: Encoding): Decoder {
  if (encoding === 'utf-8') return utf8Decoder();
  if (encoding === 'windows-1252') return decodeWindows;
  const decoder = new TextDecoder(encoding, {ignoreBOM: true});
  return (piece, last) => {
    const text = decoder.decode(piece, {stream: !last});
    // A replaced character shows where the text is wrong.
    return upTo(text, text.indexOf('\uFFFD'), 'a sequence of bytes');
  };
}

const upTo = (text: string, faultAt: number, bad: string): Decoded =>
  faultAt < 0 ? {bytes: Buffer.from(text)} : {bytes: Buffer.from(text.slice(0, faultAt)), bad};

/** Passes UTF-8 on as it is; the bytes of a character that is cut off wait for the next piece. */
function utf8Decoder(): Decoder {
  let rest: Uint8Array = new Uint8Array(0);
  return (piece, last) => {
    const whole = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const used = last ? whole.length : completeLength(whole);
    rest = new Uint8Array(whole.subarray(used));
    const bytes = whole.subarray(0, used);
    if (isUtf8(bytes)) return {bytes};
    const place = firstBadUtf8(bytes);
    return {bytes: bytes.subarray(0, place), bad: `the byte ${hex(bytes[place] ?? 0)}`};
  };
}

/** The length of a piece up to the end of its last complete character. */
function completeLength(piece: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, piece.length); back++) {
    const byte = piece[piece.length - back] as number;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return back < sequenceLength(byte) ? piece.length - back : piece.length;
  }
  return piece.length;
}

const sequenceLength = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2);

/** The position of the first byte that is not UTF-8. Called only if there is one, so it may be slow. */
function firstBadUtf8(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] as number;
    const length = byte < 0x80 ? 1 : sequenceLength(byte);
    if (length > 1 && !isUtf8(bytes.subarray(at, at + length))) break;
    at += length;
  }
  return at;
}

/** By a table of its own, because Node's decoder takes unused bytes for characters. */
function decodeWindows(piece: Uint8Array): Decoded {
  const latin = Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1');
  const text = latin.replace(/[\x80-\x9f]/g, byte => windows1252[byte.charCodeAt(0) - 0x80] ?? '\uFFFD');
  const faultAt = text.indexOf('\uFFFD');
  return upTo(text, faultAt, `the byte ${hex(piece[faultAt] ?? 0)}`);
}

/** The characters of the bytes from 0x80 to 0x9f, in which Windows-1252 differs from Latin-1. */
const windows1252 = '€\uFFFD‚ƒ„…†‡ˆ‰Š‹Œ\uFFFDŽ\uFFFD\uFFFD‘’“”•–—˜™š›œ\uFFFDžŸ';

const hex = (byte: number): string => `0x${byte.toString(16).toUpperCase().padStart(2, '0')}`;

/** The encoding of a text, and the line that is not UTF-8 if it was guessed because of it. */
export type Settled = {readonly encoding: Encoding; readonly guessed: number | undefined};

/** A text to read: what is asked for, its beginning, and all of it again for a guess. */
type Unsettled = {
  readonly name: string;
  readonly requested: string;
  readonly head: Uint8Array;
  readonly isWhole: boolean;
  readonly pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

/** Settles the encoding: the named or marked one, else UTF-8, or Windows-1252 where the beginning cannot be UTF-8. */
export async function settleEncoding({name, requested, head, isWhole, pieces}: Unsettled): Promise<Settled> {
  const encoding = chooseEncoding(requested, head);
  const sure = {encoding, guessed: undefined};
  if (requested !== 'auto' || encoding !== 'utf-8' || markLength(head, encoding) > 0) return sure;
  const {bytes, bad} = makeDecoder(encoding)(head, isWhole);
  if (bad === undefined) return sure;
  const sample = await telling(pieces);
  if (isMostlyUtf8(sample)) return sure;
  const line = lineOf(bytes, bytes.length);
  if (looksLikeWindows(sample)) return {encoding: 'windows-1252', guessed: line};
  throw new PreflightError(`${name} is not UTF-8 (line ${line}), and emk cannot be sure of its encoding.`, {
    hint: 'Save the file as “CSV UTF-8”. Or name the encoding: --encoding windows-1251, macintosh, windows-1250, shift_jis, gb18030…',
  });
}

/** The warning about a file whose encoding was guessed. */
export const readAsWindows = (name: string, line: number): string =>
  `${name} is not UTF-8 (line ${line}), so it was read as Windows-1252. If that is wrong, add --encoding.`;

/** Decodes a text in memory, as an import decodes a file. Warns if it had to guess. */
export async function decodeWhole(
  bytes: Uint8Array,
  name: string,
  requested = 'auto',
): Promise<{readonly text: Uint8Array; readonly warnings: readonly string[]}> {
  const {encoding, guessed} = await settleEncoding({name, requested, head: bytes, isWhole: true, pieces: [bytes]});
  const {bytes: text, bad} = makeDecoder(encoding)(bytes.subarray(markLength(bytes, encoding)), true);
  const nul = text.indexOf(0);
  if (nul >= 0) throw holdsNul(name, lineOf(text, nul));
  if (bad !== undefined) throw badByte(name, lineOf(text, text.length), bad, encoding);
  return {text, warnings: guessed === undefined ? [] : [readAsWindows(name, guessed)]};
}

/** The line of a place, counted from 1, whatever ends lines. */
function lineOf(text: Uint8Array, to: number): number {
  let line = 1;
  for (let at = 0; at < to; at++) {
    if (text[at] === 0x0a || (text[at] === 0x0d && text[at + 1] !== 0x0a)) line++;
  }
  return line;
}

/** The first bytes beyond ASCII, each with its word: all others are the same in every encoding. */
async function telling(pieces: Unsettled['pieces']): Promise<Uint8Array> {
  const words: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    for (const [word] of Buffer.from(piece)
      .toString('latin1')
      .matchAll(/[^\0-@]{0,60}[\x80-\xff][^\0-@]{0,60}/g)) {
      words.push(word);
      length += word.length;
      if (length > SAMPLE) return Buffer.from(words.join('\n'), 'latin1');
    }
  }
  return Buffer.from(words.join('\n'), 'latin1');
}

/** How much of a file is enough for a guess. */
const SAMPLE = 32_768;

/** Whether text that is not valid UTF-8 is mostly UTF-8: then only single bytes are damaged. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const beyond = new TextDecoder().decode(bytes).replace(/[\0-\x7f]/g, '');
  return beyond.replaceAll('\uFFFD', '').length > beyond.length / 2;
}

function looksLikeWindows(sample: Uint8Array): boolean {
  const {bytes, bad} = decodeWindows(sample);
  const words = Buffer.from(bytes)
    .toString()
    .split(/[\0-@[-`{-\x7f\u00a0]+/)
    .map(word => word.replace(edges, ''))
    .filter(word => !/^[\0-\x7f]*$/.test(word));
  return bad === undefined && words.filter(looksWestern).length >= 0.9 * words.length;
}

/** Punctuation and signs that also stand beside words in correctly decoded text. */
const edges = /^[‘’“”„«»‹›–—…€£©®™°·¡¿、。・「」（）]+|[‘’“”„«»‹›–—…€£©®™°·ºª、。・「」（）]+$/gu;

/**
 * Whether a word is one of the languages of Windows-1252, and not garbled: Latin letters, capitals only in front or
 * throughout, few letters beyond ASCII, and hardly ever three in a row.
 */
const looksWestern = (word: string): boolean =>
  /^\p{Script=Latin}[\p{Script=Latin}\p{M}’‘·]*$/u.test(word) &&
  !/\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u.test(word) &&
  !/[^\0-\x7f]{3}|[ðþÐÞ¤]/.test(word) &&
  !(word.length > 1 && /^[^\0-\x7f]+$/.test(word));
