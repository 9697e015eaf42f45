import {createHash} from 'node:crypto';
import {capital} from '../../words/letters.js';
import type {KindName} from '../kinds/kind-names.js';
import {kinds} from '../kinds/kinds.js';
import type {Entry, Keys, Value} from '../kinds/shape.js';

/** The paths of body files that are already in the YAML, by record name and key. */
type KnownPaths = ReadonlyMap<string, string>;

/** Moves long texts into separate files, for editors. A path depends on the record's name, or a person chose it. */
export function withBodyFiles(
  kind: KindName,
  entries: readonly Entry[],
  known: KnownPaths,
  bodies: Map<string, string>,
): readonly Entry[] {
  const {keys, identity} = kinds[kind];
  const pathFor = (text: string, own: string, chosen: string | undefined): string => {
    const path = chosen !== undefined && (bodies.get(chosen) ?? text) === text ? chosen : own;
    bodies.set(path, text);
    return path;
  };
  const toPaths = (entry: Entry, of: Keys, own: string, place: string): Entry =>
    Object.fromEntries(
      Object.entries(entry).map(([name, value]): [string, Value] => {
        const key = of[name];
        if (key?.body) return [name, pathFor(String(value), `${own}.${key.body}`, known.get(`${place}/${name}`))];
        if (!key?.below || !Array.isArray(value)) return [name, value];
        const {below} = key;
        const called = numbered(value, key.identity ?? '');
        return [
          name,
          value.map((one: Entry, at) =>
            toPaths(one, below, `${own}/${slugOf(called[at] ?? '')}`, `${place}/${called[at]}`),
          ),
        ];
      }),
    );
  return entries.map(entry => {
    const name = String(entry[identity] ?? '');
    return toPaths(entry, keys, `${kind}/${slugOf(name)}`, name);
  });
}

/** The paths of body files in entries that contain paths instead of texts. */
export function pathsIn(kind: KindName, entries: readonly Entry[]): KnownPaths {
  const {keys, identity} = kinds[kind];
  const paths = new Map<string, string>();
  const look = (entry: Entry, of: Keys, place: string): void => {
    for (const [name, value] of Object.entries(entry)) {
      const key = of[name];
      if (key?.body) paths.set(`${place}/${name}`, String(value));
      if (!key?.below || !Array.isArray(value)) continue;
      const called = numbered(value, key.identity ?? '');
      for (const [at, one] of value.entries()) look(one as Entry, key.below, `${place}/${called[at]}`);
    }
  };
  for (const entry of entries) look(entry, keys, String(entry[identity] ?? ''));
  return paths;
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

export const contactsFileOf = (type: string): string => `contacts/${slugOf(type)}.csv`;

/** Names that Windows reserves for devices. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

const LONGEST = 60;
