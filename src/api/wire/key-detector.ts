import {isHidden} from './secrets.js';

/**
 * Detects keys in answers of any size, and reports the first one before the piece with its end is passed on. A list of
 * a million records is not slowed down: bytes are read in steps as long as the shortest spelling of a key. For keys
 * that cannot be searched like this, it reports at once.
 */
export function keyDetector(secrets: readonly string[], tell: () => void): () => (piece: Uint8Array) => void {
  const needles = [...new Set(secrets.filter(isHidden).flatMap(needlesOf))];
  const lengths = needles.map(({length}) => length);
  const step = Math.min(...lengths) - WORD + 1;
  let told = false;
  const found = (): void => {
    if (!told) tell();
    told = true;
  };
  if (step < 1) found();
  if (needles.length === 0 || told) return () => () => undefined;
  const search = toSearch(needles, step);
  const overlap = Math.max(...lengths) - 1;
  return () => {
    // The end of the last piece and the beginning of the next, because a key may lie across both.
    const seam = new Uint8Array(2 * overlap);
    let before = 0;
    return piece => {
      if (told) return;
      const beginning = piece.subarray(0, overlap);
      seam.set(beginning, before);
      const length = before + beginning.length;
      if (search(seam.subarray(0, length)) || search(piece)) found();
      before = Math.min(overlap, length);
      if (piece.length < overlap) seam.copyWithin(0, length - before, length);
      else seam.set(piece.subarray(-overlap));
    };
  };
}

/** What to search for to find a key. If some characters have several spellings, a part is enough. */
function needlesOf(secret: string): string[] {
  const codes = [...Buffer.from(secret)];
  const hexadecimal = codes.map(code => code.toString(16).padStart(2, '0'));
  return [
    longestRun(secret),
    longestRun(Buffer.from(secret).toString('base64')),
    hexadecimal.map(code => `\\u00${code}`).join(''),
    hexadecimal.map(code => `%${code}`).join(''),
    hexadecimal.map(code => `&#x${code};`).join(''),
    codes.map(code => `&#${code};`).join(''),
  ].map(text => folded(Buffer.from(text).subarray(0, ENOUGH)));
}

/** The longest part of a text that is the same in JSON, in URLs, in HTML and in both alphabets of base64. */
const longestRun = (text: string): string =>
  text.split(/[^\w.-]+/).reduce((longest, run) => (run.length > longest.length ? run : longest));

/** Folds the case of letters; every other byte changes in a fixed way. */
const folded = (bytes: Uint8Array): string => Buffer.from(bytes.map(byte => byte | 0x20)).toString('latin1');

/** Prepares a search for several texts: if one is there, one of the steps ends on one of its first words. */
function toSearch(needles: readonly string[], step: number): (bytes: Uint8Array) => boolean {
  const words = new Set<number>();
  const marks = new Uint8Array(1 << (MARK_BITS - 3));
  for (const needle of needles) {
    const bytes = Buffer.from(needle, 'latin1');
    for (let at = 0; at < step; at++) {
      const word = bytes.readInt32LE(at);
      words.add(word);
      const mark = markOf(word);
      marks[mark >>> 3] = (marks[mark >>> 3] ?? 0) | (1 << (mark & 7));
    }
  }
  const isThere = (bytes: Uint8Array, at: number): boolean => {
    const around = folded(bytes.subarray(Math.max(0, at - step), at + Math.max(...needles.map(({length}) => length))));
    return needles.some(needle => around.includes(needle));
  };
  return bytes => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = firstMarked(view, 0, step, marks); at >= 0; at = firstMarked(view, at + step, step, marks)) {
      if (words.has(wordAt(view, at)) && isThere(bytes, at)) return true;
    }
    return false;
  };
}

/** The first step that ends on a marked word, or -1: a small function, to run at the speed of memory. */
function firstMarked(view: DataView, from: number, step: number, marks: Uint8Array): number {
  const last = view.byteLength - WORD;
  for (let at = from; at <= last; at += step) {
    const mark = markOf(wordAt(view, at));
    if (((marks[mark >>> 3] as number) >>> (mark & 7)) & 1) return at;
  }
  return -1;
}

const wordAt = (view: DataView, at: number): number => view.getInt32(at, true) | LETTER_CASE;

/** Spreads words evenly over the marks, which are few enough to stay in the fastest cache. */
const markOf = (word: number): number => Math.imul(word, 0x9e3779b1) >>> (32 - MARK_BITS);

/** In bytes. */
const WORD = 4;

/** In bytes. Longer steps save no time, because a cache line is about this long. */
const ENOUGH = 68;

const MARK_BITS = 16;

/** The bit that differs between capital and small letters, in each byte of a word. */
const LETTER_CASE = 0x20202020;
