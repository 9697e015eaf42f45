import {createHash} from 'node:crypto';
import {createReadStream, rmSync} from 'node:fs';
import {basename, dirname, extname, join} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {createEmpty} from '../../system/empty-file.js';
import {writeWhole} from '../../system/whole-file.js';

/**
 * Writes what became of a file's rows beside it: `leads.csv` gives `leads.missing.csv`. `earlier` are files that emk
 * wrote before. They are replaced unless somebody changed them, so that a nightly run leaves one file and not one per
 * night. Other files are never overwritten: the name becomes `leads.missing.2.csv`.
 */
export async function writeBeside(
  source: string,
  word: string,
  text: AsyncIterable<string | Uint8Array> | Iterable<string>,
  earlier: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
): Promise<{readonly path: string; readonly sha256: string}> {
  const {path, replaces} = await reserve(source, word, earlier);
  try {
    await writeWhole(path, text);
    return {path, sha256: await sha256Of(path)};
  } catch (error) {
    if (!replaces) rmSync(path, {force: true});
    throw error;
  }
}

/** Reserves the first free name with an empty file, or takes that of an earlier run's file. */
async function reserve(
  source: string,
  word: string,
  earlier: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<{readonly path: string; readonly replaces: boolean}> {
  const stem = join(dirname(source), basename(source, extname(source)));
  for (let number = 1; ; number++) {
    const path = `${stem}.${word}${number === 1 ? '' : `.${number}`}.csv`;
    if (await createEmpty(path)) return {path, replaces: false};
    const known = earlier.get(path);
    if (known?.has(await sha256Of(path).catch(() => ''))) return {path, replaces: true};
  }
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
