import {makeDecoder} from './decode.js';
import {looksWestern, wordsBeyondAscii} from './garbled-words.js';

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** What a text that is not UTF-8 is: UTF-8 with damaged bytes, Windows-1252, or something that nobody can be sure of. */
export async function guessEncoding(pieces: () => Pieces): Promise<'utf-8' | 'windows-1252' | 'unclear'> {
  if (await isMostlyUtf8(pieces())) return 'utf-8';
  const {bytes, bad} = makeDecoder('windows-1252')(await telling(pieces()), true);
  const words = wordsBeyondAscii(Buffer.from(bytes).toString());
  const right = words.filter(looksWestern).length;
  return bad === undefined && right >= 0.9 * words.length ? 'windows-1252' : 'unclear';
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

const SAMPLE = 32_768;
