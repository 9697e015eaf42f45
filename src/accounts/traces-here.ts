import {createReadStream, existsSync, readdirSync, rmSync} from 'node:fs';
import {join, relative} from 'node:path';
import {createInterface} from 'node:readline';
import type {Host} from '../system/host.js';
import {writeWhole} from '../system/whole-file.js';
import {cacheFolder, stateFolder} from './folders.js';

/** A file of emk on this machine that names an address, and what can be done about it. */
type TraceHere = {
  readonly path: string;
  /** Its lines about the address can go, all of it can go, or neither, since emk still needs it. */
  readonly can: 'lose lines' | 'go' | 'stay';
};

/** The files that emk keeps on this machine and that name an address. */
export async function tracesHere(host: Host, address: string): Promise<readonly TraceHere[]> {
  const state = stateFolder(host);
  const names = join(cacheFolder(host), 'names');
  const files: readonly TraceHere[] = [
    ...filesBelow(state).map(path => ({path, can: whatCanBeDone(relative(state, path))})),
    ...filesBelow(names).map(path => ({path, can: 'go' as const})),
  ];
  const naming = expressionFor(address);
  const found: TraceHere[] = [];
  for (const file of files) if (await holds(file.path, naming)) found.push(file);
  return found;
}

/** Takes an address out of the files that can do without it, and gives those that had it. */
export async function forgetHere(host: Host, address: string): Promise<readonly TraceHere[]> {
  const found = await tracesHere(host, address);
  const naming = expressionFor(address);
  for (const {path, can} of found) {
    if (can === 'go') rmSync(path, {force: true});
    if (can !== 'lose lines') continue;
    let left = 0;
    const {bytes} = await writeWhole(
      path,
      linesWithout(path, naming, () => left++),
    );
    // The first line only says what the file is: there is nothing left to bring back.
    if (bytes === 0 || left < 2) rmSync(path, {force: true});
  }
  return found;
}

/** An import that is still open needs its copy of standard input, and a test the note of whom it mails. */
function whatCanBeDone(path: string): TraceHere['can'] {
  const [folder = ''] = path.split(/[\\/]/);
  if (folder === 'deleted') return path.endsWith('.jsonl') ? 'lose lines' : 'go';
  return ['previews', 'reports', 'edits'].includes(folder) ? 'go' : 'stay';
}

/** The sandbox is an account of its own, which is asked like any other. */
const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, {recursive: true, withFileTypes: true})
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name))
        .filter(path => !/^sandbox[\\/]/.test(relative(folder, path)))
    : [];

/** Finds the address, and none that only contains it. */
const expressionFor = (address: string): RegExp =>
  new RegExp(`(?<![\\w.+-])${address.trim().replace(/[.*+?^${'$'}{}()|[\]\\]/g, '\\$&')}(?![\\w-]|\\.\\w)`, 'i');

async function holds(path: string, naming: RegExp): Promise<boolean> {
  for await (const line of linesOf(path)) if (naming.test(line)) return true;
  return false;
}

async function* linesWithout(path: string, naming: RegExp, kept: () => void): AsyncGenerator<string> {
  for await (const line of linesOf(path)) {
    if (naming.test(line)) continue;
    kept();
    yield `${line}\n`;
  }
}

const linesOf = (path: string): AsyncIterable<string> =>
  createInterface({input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY});
