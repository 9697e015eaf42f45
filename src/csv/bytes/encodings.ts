import {isUtf8} from 'node:buffer';
import {PreflightError, UsageError} from '../../core/errors.js';

/** An encoding by its standard name: UTF-8, and all that `TextDecoder` knows. */
export type Encoding = string;

const marks: ReadonlyMap<Encoding, readonly number[]> = new Map([
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]);

const markOf = (head: Uint8Array): Encoding | undefined =>
  [...marks.keys()].find(encoding => marks.get(encoding)?.every((byte, at) => head[at] === byte));

/** The encoding that `--encoding` names; undefined for `auto`. */
export function encodingCalled(name: string): Encoding | undefined {
  if (name === 'auto') return undefined;
  try {
    return new TextDecoder(name.trim()).encoding;
  } catch {
    throw new UsageError(`emk does not know the encoding “${name}”.`, {
      hint: 'Use --encoding auto, utf-8, utf-16le, windows-1252, macintosh, windows-1251, shift_jis, gb18030 or another standard name.',
    });
  }
}

/**
 * Settles how a text is read by its beginning: in the named or marked encoding, else UTF-8, or Windows-1252 where it cannot
 * be UTF-8 and its words look western.
 */
export function settleEncoding(name: string, requested: string, head: Uint8Array, isWhole: boolean) {
  const mark = markOf(head);
  const known = encodingCalled(requested) ?? mark;
  const decoding = {
    encoding: known ?? 'utf-8',
    /** The line that is not UTF-8, if the encoding was guessed because of it. */
    guessed: undefined as number | undefined,
    /** Whether it begins with the byte order mark of its encoding. */
    marked: mark !== undefined && mark === (known ?? mark),
  };
  if (known !== undefined) return decoding;
  const {bytes, isBroken} = makeDecoder('utf-8')(head, isWhole);
  if (!isBroken) return decoding;
  const line = lineOf(bytes, bytes.length);
  if (looksWestern(head)) return {...decoding, encoding: 'windows-1252', guessed: line};
  throw new PreflightError(`${name} is not UTF-8 (line ${line}), and emk cannot be sure of its encoding.`, {
    hint: 'Save the file as “CSV UTF-8”. Or name the encoding: --encoding windows-1251, macintosh, windows-1250, shift_jis, gb18030…',
  });
}

export const readAsWindows = (name: string, line: number): string =>
  `${name} is not UTF-8 (line ${line}), so it was read as Windows-1252. If that is wrong, add --encoding.`;

/** Decodes a text in memory, as an import decodes a file. Warns if it had to guess. */
export function decodeWhole(whole: Uint8Array, name: string, requested = 'auto') {
  const {encoding, guessed} = settleEncoding(name, requested, whole, true);
  const {bytes, isBroken} = makeDecoder(encoding)(whole, true);
  const nul = bytes.indexOf(0);
  if (nul >= 0) throw holdsNul(name, lineOf(bytes, nul));
  if (isBroken) throw notIn(encoding, name, lineOf(bytes, bytes.length));
  return {text: bytes, warnings: guessed === undefined ? [] : [readAsWindows(name, guessed)]};
}

/** The line of a place, counted from 1, whatever ends lines. */
function lineOf(text: Uint8Array, to: number): number {
  let line = 1;
  for (let at = 0; at < to; at++) {
    if (text[at] === 0x0a || (text[at] === 0x0d && text[at + 1] !== 0x0a)) line++;
  }
  return line;
}

export const notIn = (encoding: Encoding, name: string, line: number): PreflightError =>
  new PreflightError(
    `Line ${line} of ${name} is not ${encoding.replace('windows', 'Windows').replace('utf', 'UTF')}.`,
    {hint: 'Save the file as “CSV UTF-8”, or name its encoding with --encoding.'},
  );

/** The error about a NUL, which shows that a file is damaged or no text. */
export const holdsNul = (name: string, line: number): PreflightError =>
  new PreflightError(`Line ${line} of ${name} has a NUL character, which text never has.`, {
    hint: 'Export it again as “CSV UTF-8”. If it is UTF-16, add --encoding utf-16le.',
  });

/** Text as UTF-8 without its mark, up to the first bytes that the encoding does not have. */
type Decoded = {readonly bytes: Buffer; readonly isBroken: boolean};

/** Takes a file piece by piece. `last` means that no piece follows. Each result is valid until the next call. */
type Decoder = (piece: Uint8Array, last: boolean) => Decoded;

/** Converts a file to UTF-8, strictly: nothing is replaced by a question mark. */
export function makeDecoder(encoding: Encoding): Decoder {
  if (encoding === 'utf-8') return utf8Decoder();
  if (encoding === 'windows-1252') return pastMark(decodeWindows);
  const decoder = new TextDecoder(encoding);
  // A replaced character shows where the text is wrong.
  const decode: Decoder = (piece, last) => upToFault(decoder.decode(piece, {stream: !last}));
  return encoding.startsWith('utf-16') ? decode : pastMark(decode);
}

/** Takes the mark of UTF-8 off, which some programs put before text in another encoding. */
function pastMark(decode: Decoder): Decoder {
  let isFirst = true;
  return (piece, last) => {
    const text = isFirst && markOf(piece) === 'utf-8' ? piece.subarray(3) : piece;
    isFirst = false;
    return decode(text, last);
  };
}

function upToFault(text: string): Decoded {
  const fault = text.indexOf('\uFFFD');
  return {bytes: Buffer.from(fault < 0 ? text : text.slice(0, fault)), isBroken: fault >= 0};
}

/** Passes UTF-8 on as it is; the bytes of a character that is cut off wait for the next piece. */
function utf8Decoder(): Decoder {
  let rest: Uint8Array = new Uint8Array(0);
  let isFirst = true;
  return (piece, last) => {
    const whole =
      rest.length === 0 ? Buffer.from(piece.buffer, piece.byteOffset, piece.length) : Buffer.concat([rest, piece]);
    const used = last ? whole.length : completeLength(whole);
    rest = new Uint8Array(whole.subarray(used));
    const bytes = whole.subarray(isFirst && markOf(whole) === 'utf-8' ? 3 : 0, used);
    isFirst &&= used === 0;
    return isUtf8(bytes) ? {bytes, isBroken: false} : upToFault(bytes.toString());
  };
}

function completeLength(piece: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, piece.length); back++) {
    const byte = piece[piece.length - back] as number;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return back < sequenceLength(byte) ? piece.length - back : piece.length;
  }
  return piece.length;
}

const sequenceLength = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0x80 ? 2 : 1);

/** By a table of its own, because Node's decoder takes unused bytes for characters. */
function decodeWindows(piece: Uint8Array): Decoded {
  const latin = Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1');
  const text = latin.replace(/[\x80-\x9f]/g, byte => windows1252[byte.charCodeAt(0) - 0x80] ?? '');
  return upToFault(text);
}

/** The characters of the bytes from 0x80 to 0x9f, in which Windows-1252 differs from Latin-1. */
const windows1252 = '€\uFFFD‚ƒ„…†‡ˆ‰Š‹Œ\uFFFDŽ\uFFFD\uFFFD‘’“”•–—˜™š›œ\uFFFDžŸ';

/** Whether nearly all words are of the languages of Windows-1252, and not garbled. */
function looksWestern(head: Uint8Array): boolean {
  const {bytes, isBroken} = decodeWindows(head);
  const words = bytes
    .toString()
    .split(/[\0-@[-`{-\x7f\u00a0]+/)
    .map(word => word.replace(edges, ''))
    .filter(word => !/^[\0-\x7f]*$/.test(word));
  return !isBroken && words.filter(isWesternWord).length >= 0.9 * words.length;
}

/** Punctuation and signs that also stand beside words in correctly decoded text. */
const edges = /^[‘’“”„«»‹›–—…€£©®™°·¡¿、。・「」（）]+|[‘’“”„«»‹›–—…€£©®™°·ºª、。・「」（）]+$/gu;

/** Latin letters, capitals only in front or throughout, few letters beyond ASCII, and never three in a row. */
const isWesternWord = (word: string): boolean =>
  /^\p{Script=Latin}[\p{Script=Latin}\p{M}’‘·]*$/u.test(word) &&
  !/\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u.test(word) &&
  !/[^\0-\x7f]{3}|[ðþÐÞ¤]/.test(word) &&
  !(word.length > 1 && /^[^\0-\x7f]+$/.test(word));
