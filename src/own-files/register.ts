import {createHash} from 'node:crypto';
import {existsSync, readdirSync, rmSync, type Stats, statSync} from 'node:fs';
import {basename, dirname, join, sep} from 'node:path';
import {codeOf} from '../system/error-code.js';
import {makeFolder} from '../system/folder.js';
import type {Host} from '../system/host.js';
import {readKept, requireKnownVersion} from '../system/kept-file.js';
import {statsOf} from '../system/path-stats.js';
import {writeWhole} from '../system/whole-file.js';
import {DAY} from '../words/calendar.js';
import {compareUnits} from '../words/compare-units.js';
import {stateFolder} from './folders.js';

/** A file or folder outside of emk's own folders that emk has written, and that is still there. */
type KnownFile = {
  readonly path: string;
  /** The keyed hash of the person whom all of it is about; undefined if it may be about anybody. */
  readonly whose?: string | undefined;
};

/**
 * Notes that emk is about to write a file or folder that may hold people: an erasure and a dossier look there. Where
 * emk can keep nothing, such as without a home folder, the file is still written. Its own folders are searched anyway.
 */
export async function registerFile(host: Host, path: string, whose?: string): Promise<void> {
  try {
    if (path.startsWith(stateFolder(host) + sep)) return;
    const folder = registerFolder(host);
    makeFolder(folder);
    const entry = entryOf(host, path);
    const noted = readKept(entry);
    if (noted !== undefined && noted['whose'] === whose && existsSync(path)) return;
    await writeWhole(entry, [JSON.stringify({version: 1, path, whose})]);
    if (readdirSync(folder).length % NOW_AND_THEN === 0) knownFiles(host);
  } catch {
    // An erasure says which files it has searched, so it claims nothing about this one.
  }
}

/** Forgets a file that is kept on purpose, such as the certificate of an erasure. */
export const unregisterFile = (host: Host, path: string): void => rmSync(entryOf(host, path), {force: true});

const entryOf = (host: Host, path: string): string =>
  join(registerFolder(host), `${createHash('sha256').update(path).digest('hex').slice(0, 16)}.json`);

/** A night's export with the day in its name must not fill the register: so often, files that are gone are dropped. */
const NOW_AND_THEN = 100;

/** The noted files and folders that are still there. What is gone, or was moved, is dropped after a day: it may be on its way. */
export function knownFiles(host: Host): readonly KnownFile[] {
  const folder = registerFolder(host);
  const entries = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.json')) : [];
  return entries
    .flatMap(name => {
      const entry = join(folder, name);
      const noted = readKept(entry) ?? {};
      requireKnownVersion(noted, `The file ${entry}`, {
        or: 'Or delete it: then emk does not search the file that it notes.',
      });
      const {path = '', whose} = noted as Partial<KnownFile>;
      const there = [path, ...draftsOf(path)].filter(isThere);
      if (there.length === 0 && Date.now() - (statsOf(entry)?.mtimeMs ?? 0) > DAY) rmSync(entry, {force: true});
      return there.map(each => ({path: each, whose}));
    })
    .sort((one, other) => compareUnits(one.path, other.path));
}

export const registerFolder = (host: Host): string => join(stateFolder(host), 'people-files');

/** What a kill has left of a file or folder while it was written. */
function draftsOf(path: string): string[] {
  const [folder, name] = [dirname(path), basename(path)];
  try {
    const isDraft = (other: string): boolean =>
      (other.startsWith(`${name}.`) && /\.part(?:\.jsonl)?$/.test(other)) || other.startsWith(`.${name}.emk-`);
    return readdirSync(folder)
      .filter(isDraft)
      .map(draft => join(folder, draft));
  } catch {
    return [];
  }
}

/** Whether there is a file or folder. One that the system does not show counts as there: nobody could search it. */
function isThere(path: string): boolean {
  try {
    const stats: Stats = statSync(path);
    return stats.isFile() || stats.isDirectory();
  } catch (error) {
    return !['ENOENT', 'ENOTDIR'].includes(codeOf(error));
  }
}
