import {createReadStream, existsSync, readdirSync, rmSync} from 'node:fs';
import {join, relative, sep} from 'node:path';
import {createInterface} from 'node:readline';
import {codeOf} from '../system/error-code.js';
import type {Host} from '../system/host.js';
import {isFolder} from '../system/path-stats.js';
import {writeWhole} from '../system/whole-file.js';
import {cacheFolder, stateFolder} from './folders.js';
import {knownFiles, registerFolder} from './register.js';
import {isNamedIn} from './search-file.js';
import {type Naming, namingOf} from './spellings.js';

/** A file that emk has written on this machine and that contains an address, and what can be done about it. */
export type TraceHere = {
  readonly path: string;
  /**
   * Whether its lines about the address can be deleted, the whole file, or nothing because emk still needs it. A file
   * outside of emk's own folders belongs to a person, who deletes it, or what it says.
   */
  readonly can: 'lose lines' | 'go' | 'stay' | 'be deleted by you';
};

/** What a search of this machine has found, and what it has searched: nothing else can be claimed. */
export type Here = {
  readonly found: readonly TraceHere[];
  /** The files and folders that were searched, beginning with emk's own folders. */
  readonly searched: readonly string[];
  /** The files that could not be searched, and why. */
  readonly unread: ReadonlyArray<{readonly of: string; readonly why: string}>;
};

/** Searches the files that emk has written on this machine for an address. `whose` is its keyed hash. */
export async function lookHere(host: Host, address: string, whose: string): Promise<Here> {
  const naming = namingOf(address);
  const known = knownFiles(host);
  // A file may be noted by itself and in its folder.
  const found = new Map<string, TraceHere>();
  const unread = new Map<string, string>();
  const look = async ({path, can}: TraceHere, about?: string): Promise<void> => {
    try {
      if (isFolder(path)) for (const file of filesBelow(path)) await look({path: file, can});
      else if (await isNamedIn(path, naming)) found.set(path, {path, can});
    } catch (error) {
      // A dossier is about its person even if emk cannot read it. What went meanwhile is about nobody.
      if (about === whose) found.set(path, {path, can});
      else if (codeOf(error) !== 'ENOENT') unread.set(path, whyUnread(error));
    }
  };
  for (const trace of ownFiles(host)) await look(trace);
  for (const {path, whose: about} of known) await look({path, can: 'be deleted by you'}, about);
  return {
    found: [...found.values()],
    searched: [...ownFolders(host), ...known.map(({path}) => path)].filter(
      path => existsSync(path) && !unread.has(path),
    ),
    unread: [...unread].map(([of, why]) => ({of, why})),
  };
}

const whyUnread = (error: unknown): string =>
  ['EACCES', 'EPERM'].includes(codeOf(error))
    ? 'you may not read it'
    : `emk cannot read it: ${error instanceof Error ? error.message : String(error)}`;

/** Removes an address from the files that can do without it. */
export async function forgetHere(address: string, found: readonly TraceHere[]): Promise<void> {
  const naming = namingOf(address);
  for (const {path, can} of found) {
    if (can === 'go') rmSync(path, {force: true});
    if (can !== 'lose lines') continue;
    let left = 0;
    const {bytes} = await writeWhole(
      path,
      linesWithout(path, naming, () => left++),
    );
    // The first line only describes the file, so nothing is left to restore.
    if (bytes === 0 || left < 2) rmSync(path, {force: true});
  }
}

const ownFolders = (host: Host): readonly [state: string, names: string] => [
  stateFolder(host),
  join(cacheFolder(host), 'names'),
];

/**
 * What emk keeps in its own folders, without the sandbox, an account of its own that is asked like any other, and without
 * the register, whose paths are searched.
 */
function ownFiles(host: Host): readonly TraceHere[] {
  const [state, cache] = ownFolders(host);
  const names = filesBelow(cache).filter(path => path.endsWith('.json'));
  return [
    ...filesBelow(state)
      .filter(path => ![join(state, 'sandbox'), registerFolder(host)].some(other => path.startsWith(other + sep)))
      .map(path => ({path, can: whatCanBeDone(relative(state, path))})),
    ...names.map(path => ({path, can: 'go' as const})),
  ];
}

/**
 * What can be deleted from a file. An unfinished import needs its copy, and a test its note of recipients; `names` is the
 * cache of an older emk on Windows.
 */
function whatCanBeDone(path: string): TraceHere['can'] {
  const [folder = ''] = path.split(/[\\/]/);
  if (folder === 'deleted') return path.endsWith('.jsonl') ? 'lose lines' : 'go';
  return ['previews', 'reports', 'edits', 'restored', 'names'].includes(folder) ? 'go' : 'stay';
}

/** The files below a folder, without what other programs keep there. */
const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, {recursive: true, withFileTypes: true})
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name))
        .filter(path => !/(?:^|[\\/])(?:\.git|node_modules)[\\/]/.test(relative(folder, path)))
    : [];

async function* linesWithout(path: string, naming: Naming, kept: () => void): AsyncGenerator<string> {
  const lines = createInterface({input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY});
  for await (const line of lines) {
    if (naming.in(line)) continue;
    kept();
    yield `${line}\n`;
  }
}
