import {looksRight} from './garbled-words.js';

/**
 * Decodes UTF-7, in which old mail programs export: `K+APY-ln` is Köln. Text that only looks like it stays unchanged.
 */
export function decodeUtf7(
  piece: Uint8Array,
  last: boolean,
): {readonly bytes: Uint8Array; readonly used: number; readonly bad?: string} {
  const text = Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1');
  // A sequence cut by the end of a piece waits for the rest.
  const cut = last ? -1 : text.search(/\+[A-Za-z0-9+/]*$/);
  const used = cut < 0 ? text.length : cut;
  const bad = /[\x80-\xff]/.exec(text.slice(0, used));
  if (bad !== null) return {bytes: Buffer.from(plainPart(text.slice(0, bad.index))), used, bad: 'a byte beyond ASCII'};
  return {bytes: Buffer.from(plainPart(text.slice(0, used))), used};
}

/** Whether a text is UTF-7: valid sequences inside Latin words. A plus in a phone number does not count. */
export function isUtf7(head: Uint8Array): boolean {
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1');
  if (/[\0\x80-\xff]/.test(text)) return false;
  const words = (text.match(/[^\s,;|"'()<>]+/g) ?? []).filter(
    word => hasSequence(word) && !word.includes('@') && !/^[+\d./-]+$/.test(word),
  );
  const read = words.map(word => plainPart(word));
  return read.some(isMixed) && read.every((word, at) => word !== words[at] && word.split('-').every(isRight));
}

/** Whether a word has a plus, base64 and a minus, looking once at each letter of a word as long as the file. */
const hasSequence = (word: string): boolean =>
  (word.match(/[A-Za-z0-9+/]+-?/g) ?? []).some(run => run.endsWith('-') && /^[^+]*\+..+-$/.test(run));

const plainPart = (text: string): string =>
  text.replaceAll(/\+([A-Za-z0-9+/]*)(-?)/g, (whole, code: string, end: string) =>
    code === '' ? (end === '' ? whole : '+') : (decoded(code) ?? whole),
  );

/** The letters of a sequence; undefined if its bits are not complete characters. */
function decoded(code: string): string | undefined {
  const bytes = Buffer.from(code, 'base64');
  const length = bytes.length - (bytes.length % 2);
  const letters = bytes.subarray(0, length).swap16().toString('utf16le');
  const again = Buffer.from(letters, 'utf16le').swap16().toString('base64').replace(/=+$/, '');
  return again === code && !/\p{Cc}|\p{Cs}/u.test(letters) ? letters : undefined;
}

const isMixed = (word: string): boolean => /[a-z][\u00c0-\u024f]|[\u00c0-\u024f][a-z]/i.test(word);

const isRight = (word: string): boolean =>
  !/[^\0-\x7f]/.test(word) || looksRight(word.replaceAll(/[\0-@[-`{-\x7f]/g, ''), 'utf-8');
