import {createHash} from 'node:crypto';
import {isAbsolute} from 'node:path';
import {PreflightError} from '../../errors.js';
import {bytesInside} from '../../system/inside-folder.js';
import {capital} from '../../words/sentence.js';
import {concurrently} from '../../work/concurrently.js';
import {kinds} from '../kinds/kinds.js';
import {type Entry, type Keys, type KindName, mapTexts, type TextAt, textsOf, type Value} from '../kinds/shape.js';
import type {PlacedEntry} from './check-shape.js';
import type {Mistake, Note, Source} from './mistakes.js';

/** The paths of body files that are already in the YAML, by record name and key. */
type KnownPaths = ReadonlyMap<string, string>;

/** Moves long texts into separate files, for editors. A path depends on the record's name, or a person chose it. */
export const withBodyFiles = (
  kind: KindName,
  entries: readonly Entry[],
  known: KnownPaths,
  bodies: Map<string, string>,
): readonly Entry[] =>
  entries.map(entry =>
    mapTexts(entry, kinds[kind].keys, one => {
      const {text, key} = one;
      if (!key.body) return text;
      const chosen = known.get(placeOf(kind, entry, one));
      const own = `${kind}/${namesTo(kind, entry, one).map(slugOf).join('/')}.${key.body}`;
      const path = chosen !== undefined && (bodies.get(chosen) ?? text) === text ? chosen : own;
      bodies.set(path, text);
      return path;
    }),
  );

/** The paths of body files in entries that contain paths instead of texts. */
export const pathsIn = (kind: KindName, entries: readonly Entry[]): KnownPaths =>
  new Map(
    entries.flatMap(entry =>
      textsOf(entry, kinds[kind].keys)
        .filter(({key}) => key.body)
        .map(one => [placeOf(kind, entry, one), one.text] as const),
    ),
  );

/** A text by the names that lead to it and its own key. */
const placeOf = (kind: KindName, entry: Entry, one: TextAt): string =>
  [...namesTo(kind, entry, one), one.path.split('.').at(-1)].join('/');

/** The name of the record that a text belongs to, and of the entry below it. */
function namesTo(kind: KindName, entry: Entry, {path}: TextAt): readonly string[] {
  const {keys, identity} = kinds[kind];
  const [list = '', index] = path.split('.');
  const below = entry[list];
  const called = index && Array.isArray(below) ? numbered(below, keys[list]?.identity ?? '')[Number(index)] : undefined;
  return [String(entry[identity] ?? ''), ...(called === undefined ? [] : [called])];
}

/** A unique name for each entry: two emails of an automation may have the same subject. */
function numbered(entries: readonly Value[], identity: string): readonly string[] {
  const met = new Map<string, number>();
  return entries.map(entry => {
    const name = String((entry as Entry)[identity] ?? '');
    const count = (met.get(name) ?? 0) + 1;
    met.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

/** A name as part of a path on every system. A changed name gets a hash, so that similar ones stay different. */
export function slugOf(name: string): string {
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

/** Replaces the paths of body files by their texts. `isPath` says which values are paths. */
export const readBodies = (
  folder: string,
  placed: readonly PlacedEntry[],
  keys: Keys,
  note: Note,
  isPath: (value: string) => boolean = () => true,
): Promise<readonly EntryWithBodies[]> =>
  concurrently(OPEN_FILES, placed, async one => {
    const sources = new Map<string, Source>();
    for (const {text: file, path} of textsOf(one.entry, keys).filter(({key, text}) => key.body && isPath(text))) {
      const text = await readBody(folder, file);
      if (typeof text === 'string') sources.set(path, {file, text});
      else note(one.places.get(path) ?? one.at, text.says, text.hint);
    }
    return {...one, sources, entry: mapTexts(one.entry, keys, ({path, text}) => sources.get(path)?.text ?? text)};
  });

/** The text of a body file, or what is wrong with its path. It must be in the folder, because a pull writes there. */
async function readBody(folder: string, path: string): Promise<string | Pick<Mistake, 'says' | 'hint'>> {
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
