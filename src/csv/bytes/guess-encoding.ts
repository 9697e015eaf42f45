import {PreflightError} from '../../core/errors.js';
import {BadByteError, type Encoding, makeDecoder, markLength, sniffEncoding} from './encodings.js';

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** The encoding of a file with a line that is not UTF-8: Windows-1252; undefined if only single bytes of UTF-8 are damaged. */
export async function guessEncoding(
  name: string,
  line: number,
  pieces: () => Pieces,
): Promise<'windows-1252' | undefined> {
  if (await isMostlyUtf8(pieces())) return undefined;
  const {bytes, bad} = makeDecoder('windows-1252')(await telling(pieces()), true);
  const words = wordsBeyondAscii(Buffer.from(bytes).toString());
  if (bad === undefined && words.filter(looksWestern).length >= 0.9 * words.length) return 'windows-1252';
  throw new PreflightError(`${name} is not UTF-8 (line ${line}), and emk cannot be sure of its encoding.`, {
    hint: 'Save the file as “CSV UTF-8”. Or name the encoding: --encoding windows-1251, macintosh, windows-1250, shift_jis, gb18030…',
  });
}

/** The warning about a file whose encoding was guessed. */
export const readAsWindows = (name: string, line: number): string =>
  `${name} is not UTF-8 (line ${line}), so it was read as Windows-1252.`;

/** Decodes a short text in memory, with the given or the most likely encoding. Warns if it had to guess. */
export async function decodeWhole(
  bytes: Uint8Array,
  name: string,
  given?: Encoding,
): Promise<{text: Uint8Array; warnings: readonly string[]}> {
  const encoding = given ?? sniffEncoding(bytes);
  const mark = markLength(bytes, encoding);
  const {bytes: text, bad} = makeDecoder(encoding)(bytes.subarray(mark), true);
  const nul = text.indexOf(0);
  if (nul >= 0) {
    throw new PreflightError(`Line ${lineOf(text, nul)} of ${name} has a NUL character, which text never has.`, {
      hint: 'The file is damaged, or it is not text.',
    });
  }
  if (bad === undefined) return {text, warnings: []};
  const line = lineOf(text, text.length);
  if (given === undefined && encoding === 'utf-8' && mark === 0 && !(await isMostlyUtf8([bytes]))) {
    const {text: again} = await decodeWhole(bytes, name, 'windows-1252');
    return {text: again, warnings: [readAsWindows(name, line)]};
  }
  throw new BadByteError(name, line, bad, encoding, 'Save the file as text in UTF-8.');
}

function lineOf(text: Uint8Array, to: number): number {
  let line = 1;
  for (let at = 0; at < to; at++) {
    if (text[at] === 0x0a || (text[at] === 0x0d && text[at + 1] !== 0x0a)) line++;
  }
  return line;
}

/** Whether text that is not valid UTF-8 is mostly UTF-8: then only single bytes are damaged. */
async function isMostlyUtf8(pieces: Pieces): Promise<boolean> {
  let whole = 0;
  let broken = 0;
  let missing = 0;
  const see = (byte: number): void => {
    if (missing > 0 && (byte & 0xc0) === 0x80) {
      missing--;
      if (missing === 0) whole++;
      return;
    }
    if (missing > 0) broken++;
    missing = followers(byte);
    if (byte >= 0x80 && missing === 0) broken++;
  };
  for await (const piece of pieces) for (const byte of piece) see(byte);
  return whole > broken;
}

const followers = (byte: number): number =>
  byte >= 0xc2 && byte < 0xe0 ? 1 : byte >= 0xe0 && byte < 0xf0 ? 2 : byte >= 0xf0 && byte < 0xf5 ? 3 : 0;

/** The first bytes beyond ASCII, each with its word: all others are the same in every encoding. */
async function telling(pieces: Pieces): Promise<Uint8Array> {
  const words: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    for (const [word] of Buffer.from(piece)
      .toString('latin1')
      .matchAll(/[^\0-@]{0,60}[\x80-\xff][^\0-@]{0,60}/g)) {
      if (length >= SAMPLE) return Buffer.concat(words);
      words.push(Buffer.from(`${word}\n`, 'latin1'));
      length += word.length + 1;
    }
  }
  return Buffer.concat(words);
}

const SAMPLE = 32_768;

/** The words of a text that have characters beyond ASCII, without surrounding quotes and dashes. */
const wordsBeyondAscii = (text: string): string[] =>
  text
    .split(/[\0-@[-`{-\x7f\u00a0]+/)
    .map(word => word.replace(edges, ''))
    .filter(word => !/^[\0-\x7f]*$/.test(word));

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
