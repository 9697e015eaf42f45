import {randomUUID} from 'node:crypto';
import {createWriteStream} from 'node:fs';
import {open, realpath, rename, rm, stat} from 'node:fs/promises';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';

type Chunks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/**
Writes a file that appears under its name only when it is whole: anyone who reads it meanwhile gets the old one, and a
failure half-way leaves nothing behind. A target that is no regular file, such as a pipe or a terminal, is written to directly.
*/
export async function writeWhole(path: string, chunks: Chunks, signal?: AbortSignal): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const existing = await stat(target).catch(() => undefined);
  const options = signal ? {signal} : {};
  if (existing && !existing.isFile()) {
    return pipeline(Readable.from(chunks), createWriteStream(target), options);
  }
  const draft = `${target}.${randomUUID()}.part`;
  try {
    await pipeline(Readable.from(chunks), createWriteStream(draft, {flags: 'wx', mode: 0o600}), options);
    const file = await open(draft, 'r+');
    await file.sync().finally(() => file.close());
    await rename(draft, target);
  } catch (error) {
    await rm(draft, {force: true});
    throw error;
  }
}
