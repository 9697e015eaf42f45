import {existsSync} from 'node:fs';
import {readdir} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {todaysName} from '../../commands/aliases.js';
import {PreflightError, UsageError} from '../../errors.js';
import {tellingFileTrouble} from '../../system/file-trouble.js';
import type {Host} from '../../system/host.js';
import {requireFolder} from '../../system/plain-file.js';
import {closest} from '../../words/closest.js';
import {kinds} from '../kinds/kinds.js';
import {type Entry, isKindName, type KindName, kindNames} from '../kinds/shape.js';
import {readBodies, readText} from './body-files.js';
import {type ListShape, type PlacedEntry, readEntries} from './check-shape.js';
import {readLockFile} from './made.js';
import {type Mistake, type Note, notesIn, refuseMistakes, type Source} from './mistakes.js';
import {readYaml, type Yaml, type YamlNode} from './yaml.js';

/** The whole path of a folder that must be there; `hint` says what to do if it is not. */
export async function existingFolder({cwd}: Pick<Host, 'cwd'>, folder: string, hint: string): Promise<string> {
  const root = resolve(cwd, folder);
  if (!existsSync(root)) throw new UsageError(`There is no folder ${folder}.`, {hint});
  await requireFolder(root, folder);
  return root;
}

/** Opens a folder: what cannot be read is reported before the account is read. */
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
    return {root, files: await readFiles(root, wanted, bodies)};
  });
}

type AccountFile = {readonly source: Source; readonly yaml: Yaml; readonly entries: readonly PlacedEntry[]};

export type AccountFiles = ReadonlyMap<KindName, AccountFile>;

/** The entries of an account, whatever they were read from. */
export type EntriesByKind = ReadonlyMap<KindName, {readonly entries: ReadonlyArray<Pick<PlacedEntry, 'entry'>>}>;

export const entriesOf = (files: EntriesByKind, kind: KindName): readonly Entry[] =>
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
  const there = await readdir(folder).catch(() => []);
  for (const kind of kindNames.filter(name => wanted.has(name))) {
    const file = await readOne(folder, {kind, file: fileAmong(there, kind)}, bodies, mistakes);
    if (file) files.set(kind, file);
  }
  lookForMisnamed(there);
  refuseMistakes(mistakes);
  return files;
}

/** The file of a kind, which may still have the name that older versions gave it. */
function fileAmong(names: readonly string[], kind: KindName): string {
  const [file = fileOf(kind), other] = names.filter(name => isFileOf(name, kind));
  if (other === undefined) return file;
  throw new PreflightError(`${file} and ${other} both hold the ${kind} of the account.`, {
    hint: `Keep one of them, as ${fileOf(kind)}.`,
  });
}

const isFileOf = (name: string, kind: KindName): boolean =>
  name.endsWith('.yaml') && todaysName(name.slice(0, -'.yaml'.length)) === kind;

async function readOne(
  folder: string,
  {kind, file}: {readonly kind: KindName; readonly file: string},
  bodies: 'texts' | 'paths',
  mistakes: Mistake[],
): Promise<AccountFile | undefined> {
  const text = await readText(folder, file);
  if (text === undefined) return undefined;
  const source = {file, text, path: join(folder, file)};
  const marks = conflictMarks(source);
  if (marks.length > 0) {
    mistakes.push(...marks);
    return undefined;
  }
  const yaml = readYaml(text);
  mistakes.push(...yaml.mistakes.map(mistake => ({...mistake, source})));
  if (yaml.mistakes.length > 0) return undefined;
  const note = notesIn(source, mistakes);
  const list = listIn(yaml.root, kind, note);
  if (list === undefined) return undefined;
  const {keys, identity, collection} = kinds[kind];
  const shape: ListShape = {keys, identity, one: collection.noun.one};
  const before = mistakes.length;
  const placed = readEntries(list, shape, note);
  // If the entries have mistakes, nobody can say which files belong to them.
  const complete = bodies === 'paths' || mistakes.length > before;
  const entries = complete ? placed : await readBodies(folder, placed, keys, note);
  return {source, yaml, entries};
}

function listIn(root: YamlNode, kind: KindName, note: Note): YamlNode | undefined {
  const hint = `Start with: ${kind}:`;
  if (root.is !== 'map') {
    if (root.is === 'nothing') note(root.at, 'The file is empty.', `For an empty list: ${kind}: []`);
    else note(root.at, `The file does not start with "${kind}:".`, hint);
    return undefined;
  }
  const [list, ...others] = root.pairs.filter(({key}) => todaysName(key) === kind);
  for (const {at} of others) note(at, `This file has ${kind} twice.`, 'Put all of them under one key.');
  for (const {key, at} of root.pairs.filter(pair => todaysName(pair.key) !== kind)) {
    const name = todaysName(key);
    const elsewhere = isKindName(name) ? `Move it to ${fileOf(name)}.` : `The only key of this file is ${kind}.`;
    note(at, `This file has no key "${key}".`, elsewhere);
  }
  if (list === undefined) note(root.at, `The file has no key ${kind}.`, hint);
  return list?.value;
}

/** Looks for files with almost the right name, which would otherwise be silently ignored. */
function lookForMisnamed(there: readonly string[]): void {
  const known = [...kindNames.map(fileOf), SENT_FILE];
  const isRead = (name: string): boolean => name === SENT_FILE || kindNames.some(kind => isFileOf(name, kind));
  const names = there.filter(name => /\.ya?ml$/i.test(name) && !isRead(name));
  for (const name of names) {
    const similar = closest(name.replace(/\.ya?ml$/i, '.yaml'), known);
    if (similar !== undefined) {
      throw new PreflightError(`${name} is not a file of the account. Did you mean ${similar}?`, {
        hint: `Rename it to ${similar}, or move it.`,
      });
    }
  }
}

/** The marks of a merge conflict. They are searched before anything is read as YAML. */
export function conflictMarks(source: Source): readonly Mistake[] {
  return source.text.split('\n').flatMap((line, index): Mistake[] =>
    mark.test(line)
      ? [
          {
            source,
            at: {line: index + 1, column: 1},
            says: 'This marks a merge conflict.',
            hint: 'Resolve the conflict and remove its marks.',
          },
        ]
      : [],
  );
}

const mark = /^(?:<{7} |\|{7} |={7}\r?$|>{7} )/;
