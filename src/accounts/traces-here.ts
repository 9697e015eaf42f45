import {createReadStream, existsSync, readdirSync, rmSync} from 'node:fs';
import {join, relative} from 'node:path';
import {createInterface} from 'node:readline';
import {domainToASCII, domainToUnicode} from 'node:url';
import type {Host} from '../system/host.js';
import {writeWhole} from '../system/whole-file.js';
import {cacheFolder, stateFolder} from './folders.js';

/** A file of emk on this machine that contains an address, and what can be done about it. */
type TraceHere = {
  readonly path: string;
  /** Whether its lines about the address can be deleted, the whole file, or nothing because emk still needs it. */
  readonly can: 'lose lines' | 'go' | 'stay';
};

/** The files of emk on this machine that contain an address. */
export async function tracesHere(host: Host, address: string): Promise<readonly TraceHere[]> {
  const state = stateFolder(host);
  const names = join(cacheFolder(host), 'names');
  const files: readonly TraceHere[] = [
    ...filesBelow(state).map(path => ({path, can: whatCanBeDone(relative(state, path))})),
    ...filesBelow(names)
      .filter(path => path.endsWith('.json'))
      .map(path => ({path, can: 'go' as const})),
  ];
  const naming = expressionFor(address);
  const found: TraceHere[] = [];
  for (const file of files) if (await holds(file.path, naming)) found.push(file);
  return found;
}

/** Removes an address from the files that can do without it, and returns the files that had it. */
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
    // The first line only describes the file, so nothing is left to restore.
    if (bytes === 0 || left < 2) rmSync(path, {force: true});
  }
  return found;
}

/** What can be deleted from a file. An unfinished import needs its copy, and a test its note of recipients. */
function whatCanBeDone(path: string): TraceHere['can'] {
  const [folder = ''] = path.split(/[\\/]/);
  if (folder === 'deleted') return path.endsWith('.jsonl') ? 'lose lines' : 'go';
  return ['previews', 'reports', 'edits', 'restored'].includes(folder) ? 'go' : 'stay';
}

/** The files below a folder, without the sandbox: that is an account of its own, which is asked like any other. */
const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, {recursive: true, withFileTypes: true})
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name))
        .filter(path => !/^sandbox[\\/]/.test(relative(folder, path)))
    : [];

/** Matches the address alone, in each spelling, and not as a part of a longer one. */
const expressionFor = (address: string): RegExp =>
  new RegExp(`(?<![\\w.+-])(?:${spellingsOf(address.trim()).map(literal).join('|')})(?![\\w-]|\\.\\w)`, 'i');

const literal = (text: string): string => text.replace(/[.*+?^${'$'}{}()|[\]\\]/g, '\\$&');

/** An address as programs may write it: with both forms of its domain, and with composed and separate accents. */
function spellingsOf(address: string): readonly string[] {
  const domain = address.lastIndexOf('@') + 1;
  const [before, after] = [address.slice(0, domain), address.slice(domain)];
  return [after, domainToASCII(after), domainToUnicode(after)].flatMap(form =>
    form === '' ? [] : ['NFC', 'NFD'].map(accents => (before + form).normalize(accents)),
  );
}

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
