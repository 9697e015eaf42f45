import {createHash} from 'node:crypto';
import {existsSync} from 'node:fs';
import {readdir} from 'node:fs/promises';
import {isAbsolute, resolve} from 'node:path';
import {concurrently} from '../../change/work/concurrently.js';
import {todaysName} from '../../commands/command-names.js';
import {PreflightError, UsageError} from '../../core/errors.js';
import {requireFolder, tellingFileTrouble} from '../../core/system/files.js';
import type {Host} from '../../core/system/host.js';
import {bytesInside} from '../../core/system/inside-folder.js';
import {closest} from '../../core/words/closest.js';
import {capital} from '../../core/words/sentence.js';
import {
  type Entry,
  isKindName,
  type Keys,
  type KindName,
  kindNames,
  mapTexts,
  type TextAt,
  textsOf,
  type Value,
} from './keys.js';
import {kinds} from './kinds.js';
import {readLockFile} from './made.js';
import {type Mistake, type Note, notesIn, refuseMistakes, type Source} from './mistakes.js';
import {type PlacedEntry, readEntries, whereIs} from './read-entries.js';
import {readYaml, type Yaml, type YamlNode} from './yaml.js';

/** The whole path of a folder that must be there; `hint` says what to do if it is not. */
export async function existingFolder({cwd}: Pick<Host, 'cwd'>, folder: string, hint: string): Promise<string> {
  const root = resolve(cwd, folder);
  if (!existsSync(root)) throw new UsageError(`There is no folder ${folder}.`, {hint});
  await requireFolder(root, folder);
  return root;
}

export type AccountFile = {readonly source: Source; readonly yaml: Yaml; readonly entries: readonly PlacedEntry[]};

export type AccountFiles = ReadonlyMap<KindName, AccountFile>;

export const entriesOf = (files: AccountFiles, kind: KindName): readonly Entry[] =>
  files.get(kind)?.entries.map(({entry}) => entry) ?? [];

/** The names of the records that files want. */
export const namesIn = (files: AccountFiles, kind: KindName): readonly string[] =>
  entriesOf(files, kind).map(entry => String(entry[kinds[kind].identity]));

export const fileOf = (kind: KindName): string => `${kind}.yaml`;

/**
 * Reads the files of a folder, all or none, before the account is read. Files to be written again keep the paths of their
 * bodies.
 */
export async function openFolder(
  {cwd}: Pick<Host, 'cwd'>,
  folder: string,
  wanted: ReadonlySet<KindName>,
  bodies: 'texts' | 'paths',
): Promise<{readonly root: string; readonly files: AccountFiles}> {
  const root = resolve(cwd, folder);
  await requireFolder(root, folder);
  return tellingFileTrouble(async () => {
    await readLockFile(root);
    const mistakes: Mistake[] = [];
    const files = new Map<KindName, AccountFile>();
    for (const kind of kindNames.filter(name => wanted.has(name))) {
      const file = await readOne(root, kind, bodies, mistakes);
      if (file) files.set(kind, file);
    }
    refuseMisnamed(await readdir(root).catch(() => []));
    refuseMistakes(mistakes);
    return {root, files};
  });
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
  const before = mistakes.length;
  const note = notesIn(source, mistakes);
  const yaml = readYaml(text, note);
  const list = yaml && mistakes.length === before ? listIn(yaml.root, kind, note) : undefined;
  if (!yaml || !list) return undefined;
  const {keys, identity, collection} = kinds[kind];
  const placed = readEntries(list, {keys, identity, one: collection.noun.one}, note);
  // If the entries have mistakes, nobody can say which files belong to them.
  const isComplete = bodies === 'paths' || mistakes.length > before;
  return {source, yaml, entries: isComplete ? placed : await readBodies(folder, placed, keys, note)};
}

function listIn(root: YamlNode, kind: KindName, note: Note): YamlNode | undefined {
  const hint = `Start with: ${kind}:`;
  if (root.is !== 'map') {
    if (root.is === 'nothing') note(root.at, 'The file is empty.', `For an empty list: ${kind}: []`);
    else note(root.at, `The file does not start with "${kind}:".`, hint);
    return undefined;
  }
  const list = root.pairs.find(({key}) => key === kind);
  for (const {key, at} of root.pairs.filter(pair => pair.key !== kind)) {
    const elsewhere = isKindName(key) ? `Move it to ${fileOf(key)}.` : `The only key of this file is ${kind}.`;
    note(at, `This file has no key "${key}".`, elsewhere);
  }
  if (list === undefined) note(root.at, `The file has no key ${kind}.`, hint);
  return list?.value;
}

/** Refuses files with almost the right name, which would otherwise be silently ignored. */
function refuseMisnamed(there: readonly string[]): void {
  const known = kindNames.map(fileOf);
  for (const name of there.filter(each => /\.ya?ml$/i.test(each) && !known.includes(each))) {
    const similar = closest(`${todaysName(name.replace(/\.ya?ml$/i, ''))}.yaml`, known);
    if (similar !== undefined) {
      throw new PreflightError(`${name} is not a file of the account. Did you mean ${similar}?`, {
        hint: `Rename it to ${similar}, or move it.`,
      });
    }
  }
}

/** Moves long texts into separate files, for editors. A path depends on the record's name, or a person chose it. */
export const withBodyFiles = (
  kind: KindName,
  entries: readonly Entry[],
  chosen: ReadonlyMap<string, string>,
  bodies: Map<string, string>,
): readonly Entry[] =>
  entries.map(entry =>
    mapTexts(entry, kinds[kind].keys, one => {
      const {text, key} = one;
      if (!key.body) return text;
      const own = ownPath(kind, entry, one);
      const known = chosen.get(own) ?? own;
      const path = (bodies.get(known) ?? text) === text ? known : own;
      bodies.set(path, text);
      return path;
    }),
  );

/** The paths of body files in entries, by those that a pull would give them. */
export const pathsIn = (kind: KindName, entries: readonly Entry[]): ReadonlyMap<string, string> =>
  new Map(
    entries.flatMap(entry =>
      textsOf(entry, kinds[kind].keys).flatMap(one =>
        one.key.body ? [[ownPath(kind, entry, one), one.text] as const] : [],
      ),
    ),
  );

/** The path of a body by the names that lead to it: that of its record, and of the entry below it. */
function ownPath(kind: KindName, entry: Entry, {path, key}: TextAt): string {
  const {keys, identity} = kinds[kind];
  const [list = '', index] = path.split('.');
  const below = index === undefined ? [] : [numbered(entry[list], keys[list]?.identity ?? '')[Number(index)] ?? ''];
  const names = [String(entry[identity] ?? ''), ...below];
  return `${kind}/${names.map(slugOf).join('/')}.${key.body}`;
}

/** A unique name for each entry: two emails of an automation may have the same subject. */
function numbered(entries: Value | undefined, identity: string): readonly string[] {
  const met = new Map<string, number>();
  return (Array.isArray(entries) ? entries : []).map(entry => {
    const name = String((entry as Entry)[identity] ?? '');
    const count = (met.get(name) ?? 0) + 1;
    met.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

/** A name as part of a path on every system. A changed name gets a hash, so that similar ones stay different. */
function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, LONGEST);
  const words = slug.replaceAll('-', ' ');
  if (slug !== '' && name === capital(words) && !reserved.test(slug)) return slug;
  return [slug, createHash('sha256').update(name).digest('hex').slice(0, 8)].filter(Boolean).join('-');
}

export const contactsFileOf = (list: string): string => `contacts/${slugOf(list)}.csv`;

/** Names that Windows reserves for devices. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

const LONGEST = 60;

/** An entry with the texts of its body files, each by its path in the entry. */
type EntryWithBodies = PlacedEntry & {readonly sources: ReadonlyMap<string, Source>};

/** Replaces the paths of body files by their texts. */
export const readBodies = (
  folder: string,
  placed: readonly PlacedEntry[],
  keys: Keys,
  note: Note,
): Promise<readonly EntryWithBodies[]> =>
  concurrently(OPEN_FILES, placed, async one => {
    const sources = new Map<string, Source>();
    for (const {text: file, path} of textsOf(one.entry, keys).filter(({key}) => key.body)) {
      const text = await readBody(folder, file);
      if (typeof text === 'string') sources.set(path, {file, text});
      else note(whereIs(one, path), text.says, text.hint);
    }
    return {...one, sources, entry: mapTexts(one.entry, keys, ({path, text}) => sources.get(path)?.text ?? text)};
  });

/** The text of a body file, or what is wrong with its path. It must be in the folder, because a pull writes there. */
async function readBody(folder: string, path: string): Promise<string | Pick<Mistake, 'says' | 'hint'>> {
  const hint = 'Name a file in the folder, such as bodies/may.html';
  const parts = path.split(/[/\\]/);
  if (isAbsolute(path) || parts.includes('..')) return {says: `${path} leads out of the folder.`, hint};
  if (parts.some(part => /^\../.test(part)))
    return {says: `${path} is hidden, and may hold a secret of this machine.`, hint};
  try {
    const text = await readText(folder, path);
    return text ?? {says: `There is no file ${path}.`, hint: 'Check the path and the spelling.'};
  } catch (error) {
    if (!(error instanceof PreflightError)) throw error;
    return {says: error.message, hint: error.hint};
  }
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

/** How many files of a folder are open at a time: systems allow few, and an account may have thousands of bodies. */
export const OPEN_FILES = 16;
