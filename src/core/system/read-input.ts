import {createReadStream} from 'node:fs';
import {addAbortSignal} from 'node:stream';
import {UsageError} from '../errors.js';
import {requireFile} from './files.js';
import type {Host} from './host.js';

type InputSource = Pick<Host, 'stdin' | 'interrupted'>;

/** Reads a file, or standard input for `-`, into memory. Both have a size limit, and a signal ends the wait. */
export async function readInput(source: InputSource, path: string, name: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of piecesOfInput(source, path, name)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Reads the same input piece by piece, for input too long for memory. `most` is in bytes. */
export async function* piecesOfInput(
  {stdin, interrupted}: InputSource,
  path: string,
  name: string,
  most = LARGEST,
): AsyncGenerator<Uint8Array> {
  if (path !== '-') await requireFile(path, name);
  const stream = path === '-' ? stdin : createReadStream(path);
  let size = 0;
  for await (const chunk of addAbortSignal(interrupted, stream)) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > most)
      throw new UsageError(`${name} has more than ${most / MIB} MiB, and may never end.`, {
        hint: 'Check what you pipe in, or split it.',
      });
    yield bytes;
  }
}

const MIB = 1024 * 1024;
const LARGEST = 64 * MIB;
