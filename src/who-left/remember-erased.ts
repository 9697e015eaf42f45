import {existsSync, rmSync} from 'node:fs';
import {dirname} from 'node:path';
import {targetOf} from '../accounts/target.js';
import type {Context} from '../commands/command.js';
import {tellingFileTrouble} from '../system/file-trouble.js';
import {makeFolder} from '../system/folder.js';
import {createJournalFile, type JournalFile, readJournalFile, reopenJournalFile} from '../system/journal-file.js';
import {readOwnFile} from '../system/kept-file.js';
import {withLock} from '../system/lock.js';
import {writeWhole} from '../system/whole-file.js';
import {erasedHere, erasedPath} from './erased.js';
import type {Erased, ErasedEntry, ErasedHeader} from './erased-file.js';
import {peopleKeyOf, personHash} from './people-key.js';

type Remembering = Pick<Context, 'host' | 'account'>;

/** Remembers that people were erased today. Returns once it is on disk, with a function that takes it back. */
export const rememberErased = (context: Remembering, addresses: readonly string[]): Promise<() => Promise<void>> =>
  whileAlone(context, async memory => {
    const {path, erased, hashOf, print} = memory;
    const today = context.host.now().toISOString().slice(0, 10);
    const added = new Set(addresses.filter(address => erased.day(address) !== today).map(hashOf));
    if (added.size > 0)
      append(
        memory,
        [...added].map(hash => ({hash, day: today, key: print})),
      );
    return () =>
      whileAlone(context, () =>
        dropLines(path, line => line.includes(today) && [...added].some(hash => line.includes(hash))),
      );
  });

/** Forgets that people were erased. Returns how many of them emk had remembered. */
export const forgetErased = (context: Remembering, addresses: readonly string[]): Promise<number> =>
  whileAlone(context, async ({path, erased, hashOf}) => {
    const known = new Set(addresses.filter(address => erased.day(address) !== undefined).map(hashOf));
    if (known.size > 0) await dropLines(path, line => [...known].some(hash => line.includes(hash)));
    return known.size;
  });

type Memory = {
  readonly path: string;
  readonly origin: string;
  readonly erased: Erased;
  readonly hashOf: (address: string) => string;
  /** The fingerprint of the key. */
  readonly print: string;
};

/** Works with the file of an account while no other emk on this machine does. */
async function whileAlone<T>(context: Remembering, work: (memory: Memory) => Promise<T>): Promise<T> {
  const {host} = context;
  const owner = await context.account();
  const path = erasedPath(host, owner);
  const {bytes, print} = peopleKeyOf(owner);
  return tellingFileTrouble(async () => {
    makeFolder(dirname(path));
    return withLock(host, path.replace(/jsonl$/, 'lock'), 'the memory of erased people', async () =>
      work({path, origin: targetOf(owner).origin, erased: await erasedHere(context), hashOf: personHash(bytes), print}),
    );
  });
}

function append(memory: Memory, entries: readonly ErasedEntry[]): void {
  const file = openFile(memory);
  try {
    for (const entry of entries) file.append(entry);
  } finally {
    file.close();
  }
}

/** Opens the file, and begins it anew if a kill left it without its first line. */
function openFile({path, origin}: Memory): JournalFile<ErasedHeader | ErasedEntry> {
  if (readJournalFile(path).length > 0) return reopenJournalFile(path);
  rmSync(path, {force: true});
  return createJournalFile<ErasedHeader | ErasedEntry>(path, {version: 1, origin});
}

/** Removes lines from the file, whole or not at all. A file that names nobody goes. */
async function dropLines(path: string, goes: (line: string) => boolean): Promise<void> {
  if (!existsSync(path)) return;
  const left = readOwnFile(path)
    .toString()
    .split('\n')
    .filter(line => !goes(line));
  // The first line only says the service, and the last one is empty.
  if (left.length > 2) await writeWhole(path, [left.join('\n')]);
  else rmSync(path);
}
