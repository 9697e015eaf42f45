import {makeDecoder} from './decode.js';
import type {Encoding} from './encodings.js';
import {looksRight, wordsBeyondAscii} from './garbled-words.js';

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** An encoding that a text may be in, and some of its words in that encoding. */
export type Offer = {readonly encoding: Encoding; readonly words: readonly string[]};

/** The encoding of a text that is not UTF-8: `utf-8` with damaged bytes, `windows-1252`, or all likely ones. */
export async function guessEncoding(pieces: () => Pieces): Promise<Encoding | readonly Offer[]> {
  if (await isMostlyUtf8(pieces())) return 'utf-8';
  const sample = await telling(pieces());
  const readings = candidates.flatMap(encoding => readingOf(sample, encoding)).sort((a, b) => b.share - a.share);
  const windows = readings.find(({encoding}) => encoding === 'windows-1252');
  const best = readings[0]?.share ?? 0;
  // Text in languages of Windows-1252 reads almost perfectly in it, so another encoding that reads equally well does
  // not matter.
  if (windows !== undefined && windows.share >= 0.8 && best - windows.share < 0.1) return 'windows-1252';
  const likely = readings.filter(({share}) => share > 0 && share > best - 0.5).slice(0, OFFERED);
  const offers = likely.length > 0 ? likely : readings.slice(0, OFFERED);
  // The usual encoding comes last, so that its garbled words explain why emk did not choose it.
  return windows === undefined || offers.includes(windows) ? offers : [...offers, windows];
}

/** Whether text that is not valid UTF-8 is mostly UTF-8: then only single bytes are damaged. */
export async function isMostlyUtf8(pieces: Pieces): Promise<boolean> {
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

/** The first lines with bytes beyond ASCII: all other lines are the same in every encoding. */
async function telling(pieces: Pieces): Promise<Uint8Array> {
  const lines: Buffer[] = [];
  let length = 0;
  let rest = Buffer.alloc(0);
  const take = (line: Buffer) => {
    if (!line.some(byte => byte >= 0x80)) return;
    lines.push(Buffer.from(line));
    length += line.length;
  };
  for await (const piece of pieces) {
    let text = Buffer.concat([rest, piece]);
    for (let at = text.indexOf(0x0a); at >= 0 && length < SAMPLE; at = text.indexOf(0x0a)) {
      take(text.subarray(0, at + 1));
      text = text.subarray(at + 1);
    }
    if (length >= SAMPLE) return Buffer.concat(lines, length);
    rest = Buffer.from(text.subarray(-SAMPLE));
  }
  take(rest);
  return Buffer.concat(lines, length);
}

/** The encodings of real exports. Among equally good ones, this order decides. */
const candidates: readonly Encoding[] = [
  'windows-1252',
  'windows-1251',
  'macintosh',
  'windows-1250',
  'windows-1254',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
  'windows-1253',
  'cp850',
  'koi8-r',
];

type Reading = Offer & {readonly share: number};

/** How well a text reads in an encoding: the share of words that look right, minus the share of others. */
function readingOf(sample: Uint8Array, encoding: Encoding): Reading[] {
  const {bytes, bad} = makeDecoder(encoding)(sample, true);
  if (bad !== undefined) return [];
  const words = wordsBeyondAscii(Buffer.from(bytes).toString());
  const right = words.filter(word => looksRight(word, encoding)).length;
  const share = words.length === 0 ? Number(encoding === 'windows-1252') : (2 * right) / words.length - 1;
  return [{encoding, share, words: [...new Set(words)].slice(0, SHOWN)}];
}

const SAMPLE = 32_768;
const OFFERED = 4;
const SHOWN = 3;
