import {readdir} from 'node:fs/promises';
import {isAbsolute} from 'node:path';
import {PreflightError} from '../../errors.js';
import {bytesInside} from '../../system/inside-folder.js';
import {closest} from '../../words/closest.js';
import {isKindName, type KindName, kindNames} from '../kinds/kind-names.js';
import {kinds} from '../kinds/kinds.js';
import type {Entry, Keys, Value} from '../kinds/shape.js';
import {type ListShape, type PlacedEntry, readEntries} from './check-shape.js';
import {conflictMarks} from './conflict-marks.js';
import {type Mistake, refuseMistakes, type Source} from './mistakes.js';
import type {Place} from './place.js';
import {readYaml, type Yaml, type YamlNode} from './yaml.js';

type AccountFile = {readonly source: Source; readonly yaml: Yaml; readonly entries: readonly PlacedEntry[]};

export type AccountFiles = ReadonlyMap<KindName, AccountFile>;

export const entriesOf = (files: AccountFiles, kind: KindName): readonly Entry[] =>
  files.get(kind)?.entries.map(({entry}) => entry) ?? [];

export const fileOf = (kind: KindName): string => `${kind}.yaml`;

/** The file with the mailings that were sent. It is history: nothing compares it with the account. */
export const SENT_FILE = 'sent.yaml';

/** Reads the files of an account, all or none. Files to be written again keep the paths of their bodies. */
export async function readFiles(
  folder: string,
  wanted: ReadonlySet<KindName>,
  bodies: 'texts' | 'paths',
): Promise<AccountFiles> {
  const mistakes: Mistake[] = [];
  const files = new Map<KindName, AccountFile>();
  for (const kind of kindNames.filter(name => wanted.has(name))) {
    const file = await readOne(folder, kind, bodies, mistakes);
    if (file) files.set(kind, file);
  }
  await lookForMisnamed(folder);
  refuseMistakes(mistakes);
  return files;
}

async function readOne(
  folder: string,
  kind: KindName,
  bodies: 'texts' | 'paths',
  mistakes: Mistake[],
): Promise<AccountFile | undefined> {
  const text = await readText(folder, fileOf(kind));
  if (text === undefined) return undefined;
  const source = {file: fileOf(kind), text};
  const marks = conflictMarks(source);
  if (marks.length > 0) {
    mistakes.push(...marks);
    return undefined;
  }
  const yaml = readYaml(text);
  mistakes.push(...yaml.mistakes.map(mistake => ({...mistake, source})));
  if (yaml.mistakes.length > 0) return undefined;
  const list = listIn(yaml.root, kind, source, mistakes);
  if (list === undefined) return undefined;
  const {keys, identity, collection} = kinds[kind];
  const shape: ListShape = {keys, identity, one: collection.noun.one};
  const before = mistakes.length;
  const placed = readEntries(list, shape, source, mistakes);
  // If the entries have mistakes, nobody can say which files belong to them.
  const complete = bodies === 'paths' || mistakes.length > before;
  const entries = complete ? placed : await readBodies(folder, placed, keys, source, mistakes);
  return {source, yaml, entries};
}

/** The text of a file below a folder; undefined if the file is missing. */
export async function readText(folder: string, path: string): Promise<string | undefined> {
  const bytes = await bytesInside(folder, path);
  try {
    return bytes && new TextDecoder('utf-8', {fatal: true}).decode(bytes);
  } catch (cause) {
    throw new PreflightError(`${path} is not text in UTF-8.`, {cause, hint: 'Save it as UTF-8.'});
  }
}

function listIn(root: YamlNode, kind: KindName, source: Source, mistakes: Mistake[]): YamlNode | undefined {
  const hint = `Start with: ${kind}:`;
  if (root.is !== 'map') {
    const says = root.is === 'nothing' ? 'The file is empty.' : `The file does not start with "${kind}:".`;
    mistakes.push({
      source,
      at: root.at,
      says,
      hint: root.is === 'nothing' ? `For an empty list: ${kind}: []` : hint,
    });
    return undefined;
  }
  for (const {key, at} of root.pairs.filter(pair => pair.key !== kind)) {
    const elsewhere = isKindName(key) ? `Move it to ${fileOf(key)}.` : `The only key of this file is ${kind}.`;
    mistakes.push({source, at, says: `This file has no key "${key}".`, hint: elsewhere});
  }
  const list = root.pairs.find(({key}) => key === kind);
  if (list === undefined) mistakes.push({source, at: root.at, says: `The file has no key ${kind}.`, hint});
  return list?.value;
}

/** Replaces the paths of body files by their texts. */
async function readBodies(
  folder: string,
  placed: readonly PlacedEntry[],
  keys: Keys,
  source: Source,
  mistakes: Mistake[],
): Promise<readonly PlacedEntry[]> {
  const withTexts = async (entry: Entry, of: Keys, path: string, places: PlacedEntry['places']): Promise<Entry> => {
    const read: [string, Value][] = [];
    for (const [name, value] of Object.entries(entry)) {
      const key = of[name];
      const at: Place = places.get(`${path}${name}`) ?? {line: 1, column: 1};
      if (key?.body) {
        const text = await readBody(folder, String(value));
        if (typeof text === 'string') read.push([name, text]);
        else mistakes.push({source, at, ...text});
      } else {
        read.push([name, key?.below ? await eachWithTexts(value, key.below, `${path}${name}`, places) : value]);
      }
    }
    return Object.fromEntries(read);
  };
  const eachWithTexts = async (
    value: Value,
    below: Keys,
    path: string,
    places: PlacedEntry['places'],
  ): Promise<Value> => {
    if (!Array.isArray(value)) return value;
    const all: Entry[] = [];
    for (const [index, one] of value.entries()) {
      all.push(await withTexts(one as Entry, below, `${path}.${index}.`, places));
    }
    return all;
  };
  return Promise.all(placed.map(async one => ({...one, entry: await withTexts(one.entry, keys, '', one.places)})));
}

/** The text of a body file, or what is wrong with its path. It must be in the folder, because a pull writes there. */
export async function readBody(folder: string, path: string): Promise<string | Pick<Mistake, 'says' | 'hint'>> {
  if (isAbsolute(path) || path.split(/[/\\]/).includes('..'))
    return {says: `${path} leads out of the folder.`, hint: INSIDE};
  if (path.split(/[/\\]/).some(part => /^\../.test(part)))
    return {says: `${path} is hidden, and may hold a secret of this machine.`, hint: INSIDE};
  try {
    const text = await readText(folder, path);
    return text ?? {says: `There is no file ${path}.`, hint: 'Check the path and the spelling.'};
  } catch (error) {
    if (!(error instanceof PreflightError)) throw error;
    return {says: error.message, ...(error.hint === undefined ? {} : {hint: error.hint})};
  }
}

const INSIDE = 'Name a file in the folder, such as bodies/may.html';

/** Looks for files with almost the right name, which would otherwise be silently ignored. */
async function lookForMisnamed(folder: string): Promise<void> {
  const known = [...kindNames.map(fileOf), SENT_FILE];
  const there = await readdir(folder).catch(() => []);
  const names = there.filter(name => /\.ya?ml$/i.test(name) && !known.includes(name));
  for (const name of names) {
    const similar = closest(name.replace(/\.ya?ml$/i, '.yaml'), known);
    if (similar !== undefined) {
      throw new PreflightError(`${name} is not a file of the account. Did you mean ${similar}?`, {
        hint: `Rename it to ${similar}, or move it.`,
      });
    }
  }
}
