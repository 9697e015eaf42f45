import {basename, dirname, resolve} from 'node:path';
import {keyHint, type ListShape, type PlacedEntry, readEntries} from '../../account-files/folder/check-shape.js';
import {conflictMarks} from '../../account-files/folder/conflict-marks.js';
import {type Mistake, refuseMistakes, type Source} from '../../account-files/folder/mistakes.js';
import {readBody, readText} from '../../account-files/folder/read-files.js';
import {readYaml, type Yaml, type YamlNode} from '../../account-files/folder/yaml.js';
import {isKindName, type KindName} from '../../account-files/kinds/kind-names.js';
import {kinds} from '../../account-files/kinds/kinds.js';
import type {Keys} from '../../account-files/kinds/shape.js';
import {NotFoundError, UsageError} from '../../errors.js';
import {mapTexts, textsOf} from './map-texts.js';
import {CONTACTS, contactKeys, seedKeys, seedKinds} from './seed-keys.js';

/** An entry of a seed. Texts from separate files have these as their sources. */
export type SeedEntry = PlacedEntry & {readonly sources: ReadonlyMap<string, Source>};

/** A seed as written: no `${…}` is filled in, and no name has its run yet. */
export type Seed = {
  readonly source: Source;
  readonly yaml: Yaml;
  readonly records: ReadonlyMap<KindName, readonly SeedEntry[]>;
  readonly people: readonly SeedEntry[];
};

/** Reads a seed file and its body files, and refuses it if there is a mistake. */
export async function readSeed(cwd: string, file: string): Promise<Seed> {
  const path = resolve(cwd, file);
  const text = await readText(dirname(path), basename(path));
  if (text === undefined) {
    throw new NotFoundError(`There is no file ${file}.`, {hint: 'Check the path and the spelling.'});
  }
  const source = {file, text};
  const mistakes: Mistake[] = [...conflictMarks(source)];
  refuseMistakes(mistakes);
  const yaml = readYaml(text);
  mistakes.push(...yaml.mistakes.map(mistake => ({...mistake, source})));
  refuseMistakes(mistakes);
  const lists = listsIn(yaml.root, source, mistakes);
  const records = new Map<KindName, readonly PlacedEntry[]>();
  for (const kind of seedKinds) {
    const list = lists.get(kind);
    if (list !== undefined) records.set(kind, readEntries(list, shapeOf(kind), source, mistakes));
  }
  const people = readEntries(toList(lists.get(CONTACTS)), anyone, source, mistakes);
  // If the entries have mistakes, nobody can say which files belong to them.
  refuseMistakes(mistakes);
  const complete = new Map<KindName, readonly SeedEntry[]>();
  for (const [kind, entries] of records) {
    complete.set(kind, await withBodies(dirname(path), entries, kinds[kind].keys, source, mistakes));
  }
  refuseMistakes(mistakes);
  return {source, yaml, records: complete, people: people.map(one => ({...one, sources: new Map()}))};
}

const shapeOf = (kind: KindName): ListShape => ({
  keys: seedKeys(kind),
  identity: kinds[kind].identity,
  one: kinds[kind].collection.noun.one,
});

/** Entries of people have no identity: one of them may stand for a thousand. */
const anyone: ListShape = {keys: contactKeys, identity: '', one: 'entry of contacts', maybeNameless: true};

function listsIn(root: YamlNode, source: Source, mistakes: Mistake[]): ReadonlyMap<string, YamlNode> {
  const known = [...seedKinds, CONTACTS];
  if (root.is !== 'map') {
    throw new UsageError(
      root.is === 'nothing' ? `${source.file} is empty.` : `${source.file} does not start with the name of a list.`,
      {hint: `The lists of a seed are ${known.join(', ')}.`},
    );
  }
  for (const {key, at} of root.pairs) {
    if (known.includes(key)) continue;
    const why = isKindName(key) ? kinds[key].can.create : undefined;
    mistakes.push({
      source,
      at,
      says: typeof why === 'string' ? `A seed cannot hold ${key}: ${why}.` : `A seed has no list "${key}".`,
      hint: typeof why === 'string' ? 'Remove the list.' : keyHint(key, known),
    });
  }
  return new Map(root.pairs.map(({key, value}) => [key, value]));
}

/** A single entry of people, or a single country, as a list. */
function toList(node: YamlNode | undefined): YamlNode {
  if (node === undefined) return {is: 'nothing', at: {line: 1, column: 1}};
  const entries = node.is === 'map' ? [node] : node.is === 'list' ? node.items : undefined;
  if (entries === undefined) return node;
  return {is: 'list', at: node.at, items: entries.map(withCountries)};
}

function withCountries(node: YamlNode): YamlNode {
  if (node.is !== 'map') return node;
  return {
    ...node,
    pairs: node.pairs.map(pair =>
      pair.key === 'country' && pair.value.is === 'scalar'
        ? {...pair, value: {is: 'list', at: pair.value.at, items: [pair.value]}}
        : pair,
    ),
  };
}

/** Replaces the paths of body files by their texts. A value that begins like HTML or JSON is the text itself. */
async function withBodies(
  folder: string,
  entries: readonly PlacedEntry[],
  keys: Keys,
  source: Source,
  mistakes: Mistake[],
): Promise<readonly SeedEntry[]> {
  return Promise.all(
    entries.map(async placed => {
      const sources = new Map<string, Source>();
      const paths = textsOf(placed.entry, keys).filter(({key, text}) => key.body && !isBody(text));
      for (const {text: file, path} of paths) {
        const text = await readBody(folder, file);
        if (typeof text === 'string') sources.set(path, {file, text});
        else mistakes.push({source, at: placed.places.get(path) ?? placed.at, ...text});
      }
      return {...placed, sources, entry: mapTexts(placed.entry, keys, one => sources.get(one.path)?.text ?? one.text)};
    }),
  );
}

const isBody = (text: string): boolean => /^[<{[]/.test(text);
