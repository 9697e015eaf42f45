import {basename, dirname, resolve} from 'node:path';
import {type EntryWithBodies, readBodies, readText} from '../../account-files/folder/body-files.js';
import {keyHint, type ListShape, type PlacedEntry, readEntries} from '../../account-files/folder/check-shape.js';
import {type Mistake, type Note, notesIn, refuseMistakes, type Source} from '../../account-files/folder/mistakes.js';
import {conflictMarks} from '../../account-files/folder/read-files.js';
import {readYaml, type Yaml, type YamlNode} from '../../account-files/folder/yaml.js';
import {kinds} from '../../account-files/kinds/kinds.js';
import {isKindName, type KindName} from '../../account-files/kinds/shape.js';
import {todaysName} from '../../commands/aliases.js';
import {NotFoundError, UsageError} from '../../errors.js';
import {CONTACTS, contactKeys, seedKeys, seedKinds} from './seed-keys.js';

/** A seed as written: no `${…}` is filled in, and no name has its run yet. */
export type Seed = {
  readonly source: Source;
  readonly yaml: Yaml;
  readonly records: ReadonlyMap<KindName, readonly EntryWithBodies[]>;
  readonly people: readonly EntryWithBodies[];
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
  const note = notesIn(source, mistakes);
  const lists = listsIn(yaml.root, file, note);
  const records = new Map<KindName, readonly PlacedEntry[]>();
  for (const kind of seedKinds) {
    const list = lists.get(kind);
    if (list !== undefined) records.set(kind, readEntries(list, shapeOf(kind), note));
  }
  const people = readEntries(toList(lists.get(CONTACTS)), anyone, note);
  // If the entries have mistakes, nobody can say which files belong to them.
  refuseMistakes(mistakes);
  const complete = new Map<KindName, readonly EntryWithBodies[]>();
  for (const [kind, entries] of records) {
    complete.set(kind, await readBodies(dirname(path), entries, kinds[kind].keys, note, isPath));
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

function listsIn(root: YamlNode, file: string, note: Note): ReadonlyMap<string, YamlNode> {
  const known = [...seedKinds, CONTACTS];
  if (root.is !== 'map') {
    throw new UsageError(
      root.is === 'nothing' ? `${file} is empty.` : `${file} does not start with the name of a list.`,
      {hint: `The lists of a seed are ${known.join(', ')}.`},
    );
  }
  const lists = new Map<string, YamlNode>();
  for (const {key: typed, at, value} of root.pairs) {
    const key = todaysName(typed);
    if (lists.has(key)) note(at, `The seed has ${key} twice.`, 'Put all of them under one key.');
    lists.set(key, value);
    if (known.includes(key)) continue;
    const why = isKindName(key) ? kinds[key].can.create : undefined;
    if (typeof why === 'string') note(at, `A seed cannot hold ${key}: ${why}.`, 'Remove the list.');
    else note(at, `A seed has no list "${key}".`, keyHint(key, known));
  }
  return lists;
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

/** A value that begins like HTML or JSON is the text itself. */
const isPath = (text: string): boolean => !/^[<{[]/.test(text);
