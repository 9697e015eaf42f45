import {createReadStream} from 'node:fs';
import {open} from 'node:fs/promises';
import {basename} from 'node:path';
import {pipeline} from 'node:stream';
import {createGunzip} from 'node:zlib';
import {makeDecoder} from '../csv/bytes/decode.js';
import {sniffEncoding} from '../csv/bytes/encodings.js';
import type {Naming} from './spellings.js';

/** Whether a file of any length, or its own name, names somebody. A compressed one is unpacked; one that emk cannot read throws. */
export async function isNamedIn(path: string, naming: Naming): Promise<boolean> {
  const name = basename(path);
  if (naming.in(name) || naming.in(name.replace(ENDINGS, ''))) return true;
  let held = '';
  let first = true;
  for await (const text of textsOf(path)) {
    const part = held + text;
    if (naming.inPart(part, {first, last: false})) return true;
    held = part.slice(-OVERLAP);
    first &&= held.length === part.length;
  }
  return naming.inPart(held, {first, last: true});
}

/** The endings of files, without which an address in their name looks like a longer one. */
const ENDINGS = /(?:\.(?:csv|tsv|txt|jsonl?|html?|md|gz))+$/i;

/** More than the longest spelling of the longest address, so that no cut between two pieces hides one. */
const OVERLAP = 8192;

async function* textsOf(path: string): AsyncGenerator<string> {
  const utf8 = new TextDecoder();
  let toUtf8: ((piece: Uint8Array) => Uint8Array) | undefined;
  for await (const piece of piecesOf(path)) {
    toUtf8 ??= decoderOf(piece);
    yield utf8.decode(toUtf8(piece), {stream: true});
  }
}

/** Wide encodings become UTF-8. In all others, an address of ASCII has the same bytes. */
function decoderOf(head: Uint8Array): (piece: Uint8Array) => Uint8Array {
  const encoding = sniffEncoding(head);
  if (!/^utf-(?:16|32)/.test(encoding)) return piece => piece;
  const decode = makeDecoder(encoding);
  return piece => decode(piece, false).bytes;
}

async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  const head = await firstBytes(path);
  const file = createReadStream(path, {highWaterMark: PIECE});
  if (head[0] !== 0x1f || head[1] !== 0x8b) return yield* file;
  const unpacked = createGunzip({chunkSize: PIECE});
  // Its reader learns of any error.
  pipeline(file, unpacked, () => undefined);
  yield* unpacked;
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  const {buffer, bytesRead} = await file.read(Buffer.alloc(4)).finally(() => file.close());
  return buffer.subarray(0, bytesRead);
}

const PIECE = 1 << 20;
