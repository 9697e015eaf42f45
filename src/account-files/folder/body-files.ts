import {createHash} from 'node:crypto';
import {capital} from '../../words/sentence.js';
import {kinds} from '../kinds/kinds.js';
import type {Entry, KindName, Value} from '../kinds/shape.js';
import {mapTexts, type TextAt, textsOf} from '../kinds/texts.js';

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
