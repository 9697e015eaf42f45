import {createReadStream, existsSync, readdirSync, rmSync} from 'node:fs';
import {basename, join, relative} from 'node:path';
import {createInterface} from 'node:readline';
import {domainToUnicode} from 'node:url';
import {foldAddress} from '../../records/fields/fold-address.js';
import type {Host} from '../system/host.js';
import {writeWhole} from '../system/whole-file.js';
import {cacheFolder, stateFolder} from './folders.js';

/** A file in emk's own folders that names a person, and whether its lines or all of it can go. */
export type OwnFile = {readonly path: string; readonly can: 'lose lines' | 'go' | 'stay'};

/** The files in emk's own folders that name an address. The sandbox is an account of its own, and is asked like any other. */
export async function filesNaming(host: Host, address: string): Promise<readonly OwnFile[]> {
  const [state, names] = [stateFolder(host), join(cacheFolder(host), 'names')];
  const naming = namingOf(address);
  const found: OwnFile[] = [];
  for (const path of filesBelow(state)) {
    const [folder = ''] = relative(state, path).split(/[\\/]/);
    if (folder !== 'sandbox' && (await isNamedIn(path, naming))) found.push({path, can: whatCanGo(folder, path)});
  }
  for (const path of filesBelow(names)) if (await isNamedIn(path, naming)) found.push({path, can: 'go'});
  return found;
}

export async function strike(address: string, files: readonly OwnFile[]): Promise<void> {
  const naming = namingOf(address);
  for (const {path, can} of files) {
    if (can === 'go') rmSync(path, {force: true});
    if (can !== 'lose lines') continue;
    let left = 0;
    await writeWhole(
      path,
      linesWithout(path, naming, () => left++),
    );
    // The first line only describes the copy, so nothing is left to bring back.
    if (left < 2) rmSync(path, {force: true});
  }
}

/** An unfinished import needs its copy of the file, and other work its journal. */
function whatCanGo(folder: string, path: string): OwnFile['can'] {
  if (folder === 'deleted' || basename(path).startsWith('old-values.'))
    return path.endsWith('.jsonl') ? 'lose lines' : 'go';
  return ['previews', 'reports', 'restored', 'runs'].includes(folder) ? 'go' : 'stay';
}

/** Finds an address in any case and with both forms of its domain, also escaped for HTML, and not as a part of a longer one. */
function namingOf(address: string): RegExp {
  const folded = foldAddress(address);
  const domain = folded.lastIndexOf('@') + 1;
  const spellings = [folded, folded.slice(0, domain) + domainToUnicode(folded.slice(domain))];
  const escaped = spellings.map(text => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;'));
  const forms = [...new Set([...spellings, ...escaped])].map(literally).join('|');
  return new RegExp(`(?<![\\p{L}\\p{N}._%+'-])(?:${forms})(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`, 'iu');
}

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

async function isNamedIn(path: string, naming: RegExp): Promise<boolean> {
  for await (const line of linesOf(path)) if (naming.test(line.normalize('NFC'))) return true;
  return false;
}

async function* linesWithout(path: string, naming: RegExp, kept: () => void): AsyncGenerator<string> {
  for await (const line of linesOf(path)) {
    if (naming.test(line.normalize('NFC'))) continue;
    kept();
    yield `${line}\n`;
  }
}

export const linesOf = (path: string): AsyncIterable<string> =>
  createInterface({input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY});

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, {recursive: true, withFileTypes: true})
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name))
    : [];
