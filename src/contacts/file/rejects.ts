import {readFile, rm, stat} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {createEmpty} from '../../core/system/kept-file.js';
import {writeWhole} from '../../core/system/whole-file.js';
import type {RejectedRow} from './contract.js';

export type Rejecting = {
  readonly original: {readonly header: Uint8Array; readonly mark: boolean};
  readonly delimiter: string;
  rejectedRows(): AsyncIterable<readonly RejectedRow[]>;
};

/** `leads.csv` gives `leads.rejected.csv`, and so does that file. */
export const rejectsPath = (source: string): string =>
  join(dirname(source), `${stemOf(basename(source)).replace(/\.rejected(\.\d+)?$/i, '')}.rejected.csv`);

/**
 * Writes the rows that cannot be sent as they are in the file, with their header and a reason in the last column, so
 * that a person can fix and import them. Only the file that the same run wrote before, `own`, is replaced, unless somebody
 * changed it since: any other may be fixed already, so that `leads.rejected.csv` becomes `leads.rejected.2.csv`. An
 * earlier file with the same rows is enough: a nightly import would leave one each night.
 */
export async function writeRejects(
  {original, delimiter, rejectedRows}: Rejecting,
  {wanted, own}: {readonly wanted: string; readonly own: Written | undefined},
  see: (row: RejectedRow) => void,
): Promise<Written> {
  const cell = delimiter === 'tab' ? '\t' : delimiter;
  async function* lines() {
    yield Buffer.from(`${original.mark ? '\uFEFF' : ''}${Buffer.from(original.header)}${cell}${reasonHeader}\n`);
    for await (const batch of rejectedRows()) {
      for (const row of batch) see(row);
      const last = (reason: string) => `${cell}"${reason.replace(/\s+/g, ' ').replaceAll('"', '""')}"\n`;
      yield Buffer.concat(batch.flatMap(({raw, reason}) => [raw, Buffer.from(last(reason))]));
    }
  }
  const isOwn = own !== undefined && (await changedAt(own.path)) === own.at;
  const {path, taken} = isOwn ? {path: own.path, taken: []} : reserve(wanted);
  try {
    await writeWhole(path, lines());
    for (const other of taken) {
      if (!(await isSame(path, other))) continue;
      await rm(path);
      return {path: other, at: await changedAt(other)};
    }
    return {path, at: await changedAt(path)};
  } catch (error) {
    if (!isOwn) await rm(path, {force: true});
    throw error;
  }
}

/** A file of rejected rows, and when it was last changed as far as this run knows. */
export type Written = {readonly path: string; readonly at: number | undefined};

const changedAt = async (path: string): Promise<number | undefined> =>
  (await stat(path).catch(() => undefined))?.mtimeMs;

async function isSame(path: string, other: string): Promise<boolean> {
  const [one, two] = await Promise.all([stat(path), stat(other)]);
  return two.isFile() && one.size === two.size && (await readFile(path)).equals(await readFile(other));
}

/** Reserves the first free name with an empty file, so that nobody else takes it. */
function reserve(wanted: string) {
  const stem = stemOf(wanted);
  const taken: string[] = [];
  for (let number = 1; ; number++) {
    const path = `${stem}${number === 1 ? '' : `.${number}`}${wanted.slice(stem.length)}`;
    if (createEmpty(path)) return {path, taken};
    taken.push(path);
  }
}

const stemOf = (path: string): string => path.replace(/\.(?:csv|tsv|txt)$/i, '');

/** The header of the reason column in a file of rejected rows. An import of that file skips it, and may add another. */
export const reasonHeader = 'rejected_because';
