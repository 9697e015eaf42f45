import {createHash} from 'node:crypto';
import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import {PreflightError, UsageError} from '../../core/errors.js';
import {requireFolder, tellingFileTrouble} from '../../core/system/files.js';
import type {Host} from '../../core/system/host.js';
import {bytesInside} from '../../core/system/inside-folder.js';
import {capital} from '../../core/words/sentence.js';
import {type Entry, type Keys, type KindName, kindNames, mapTexts, type TextAt, textsOfEntry} from './keys.js';
import {kinds} from './kinds.js';
import {type FileText, type Mistake, type Note, notesIn, refuseMistakes} from './mistakes.js';
import {type PlacedEntry, readEntries, whereIs} from './read-entries.js';
import {readYaml, type Yaml, type YamlNode} from './yaml.js';

/** The whole path of a folder that must be there. */
export async function existingFolder({cwd}: Pick<Host, 'cwd'>, folder: string): Promise<string> {
  const root = resolve(cwd, folder);
  if (!existsSync(root)) throw new UsageError(`There is no folder ${folder}.`, {hint: 'Name the folder of the files.'});
  await requireFolder(root, folder);
  return root;
}

export type AccountFile = {readonly source: FileText; readonly yaml: Yaml; readonly entries: readonly PlacedEntry[]};

export type AccountFiles = ReadonlyMap<KindName, AccountFile>;

export const entriesOf = (files: AccountFiles, kind: KindName): readonly Entry[] =>
  files.get(kind)?.entries.map(({entry}) => entry) ?? [];

/** The names of the records that files want. */
export const wantedNames = (files: AccountFiles, kind: KindName): readonly string[] =>
  entriesOf(files, kind).map(entry => String(entry[kinds[kind].identity]));

export const fileOf = (kind: KindName): string => `${kind}.yaml`;

/** Reads the files of a folder, all or none, before the account is read; with the texts of their bodies, or with their paths. */
export async function openFolder(
  {cwd}: Pick<Host, 'cwd'>,
  folder: string,
  wanted: ReadonlySet<KindName>,
  bodies: 'texts' | 'paths',
): Promise<{readonly root: string; readonly files: AccountFiles}> {
  const root = resolve(cwd, folder);
  await requireFolder(root, folder);
  return tellingFileTrouble(async () => {
    const mistakes: Mistake[] = [];
    const files = new Map<KindName, AccountFile>();
    for (const kind of kindNames.filter(name => wanted.has(name))) {
      const file = await readOne(root, kind, bodies, mistakes);
      if (file) files.set(kind, file);
    }
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
  const {keys, identity} = kinds[kind];
  const placed = readEntries(list, {keys, identity}, note);
  // If the entries have mistakes, nobody can say which files belong to them.
  const isComplete = bodies === 'paths' || mistakes.length > before;
  return {source, yaml, entries: isComplete ? placed : await readBodies(folder, placed, keys, note)};
}

function listIn(root: YamlNode, kind: KindName, note: Note): YamlNode | undefined {
  const pairs = root.is === 'map' ? root.pairs : [];
  const list = pairs.find(({key}) => key === kind)?.value;
  if (list === undefined) note(root.at, `The file does not start with "${kind}:".`, `For an empty list: ${kind}: []`);
  for (const {key, at} of pairs.filter(pair => pair.key !== kind))
    note(at, `This file has no key "${key}".`, `The only key of this file is ${kind}.`);
  return list;
}

/** Moves long texts into separate files, for editors. */
export const withBodyFiles = (kind: KindName, entries: readonly Entry[], bodies: Map<string, string>) =>
  entries.map(entry =>
    mapTexts(entry, kinds[kind].keys, one => {
      if (!one.key.body) return one.text;
      const path = pathOf(kind, entry, one);
      bodies.set(path, one.text);
      return path;
    }),
  );

/** The path of a body by the name of its record, and by the number of the entry below it. */
function pathOf(kind: KindName, entry: Entry, {path, key}: TextAt): string {
  const [, index] = path.split('.');
  const below = index === undefined ? '' : `/${Number(index) + 1}`;
  return `${kind}/${slugOf(String(entry[kinds[kind].identity] ?? ''))}${below}.${key.body}`;
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
type EntryWithBodies = PlacedEntry & {readonly sources: ReadonlyMap<string, FileText>};

/** Replaces the paths of body files by their texts. */
export async function readBodies(
  folder: string,
  placed: readonly PlacedEntry[],
  keys: Keys,
  note: Note,
): Promise<readonly EntryWithBodies[]> {
  const read: EntryWithBodies[] = [];
  for (const one of placed) {
    const sources = new Map<string, FileText>();
    for (const {text: file, path} of textsOfEntry(one.entry, keys).filter(({key}) => key.body)) {
      const text = await readBody(folder, file);
      if (typeof text === 'string') sources.set(path, {file, text});
      else note(whereIs(one, path), text.says, text.hint);
    }
    const entry = mapTexts(one.entry, keys, ({path, text}) => sources.get(path)?.text ?? text);
    read.push({...one, sources, entry});
  }
  return read;
}

/** The text of a body file, or what is wrong with its path. It must be in the folder, because a pull writes there. */
async function readBody(folder: string, path: string): Promise<string | Pick<Mistake, 'says' | 'hint'>> {
  if (path.split(/[/\\]/).some(part => /^\.[^.]/.test(part)))
    return {says: `${path} is hidden, and may hold a secret of this machine.`};
  try {
    const text = await readText(folder, path);
    return text ?? {says: `There is no file ${path}.`, hint: 'Name a file in the folder, such as bodies/may.html'};
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
