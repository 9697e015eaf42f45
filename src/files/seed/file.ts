import {basename, dirname, resolve} from 'node:path';
import {todaysName} from '../../commands/command-names.js';
import {NotFoundError, PreflightError, UsageError} from '../../core/errors.js';
import type {Host} from '../../core/system/host.js';
import {lookUp} from '../../core/words/values.js';
import {type AccountFile, type AccountFiles, readBodies, readText} from '../account/files.js';
import {type Entry, type Key, type Keys, type KindName, mapTexts, type TextAt, textsOfEntry} from '../account/keys.js';
import {kinds} from '../account/kinds.js';
import {type FileText, type Mistake, type Note, notesIn, refuseMistakes} from '../account/mistakes.js';
import {keyHint, type ListShape, type PlacedEntry, readEntries, whereIs} from '../account/read-entries.js';
import {readYaml} from '../account/yaml.js';
import {CONTACTS, contactKeys, isShared, seedKinds} from './keys.js';
import {isReserved, markedAddress, markedName} from './marks.js';
import {inventedCountries} from './people.js';

/** The names that a seed's records and people get in a run, by kind and by name in the file. */
type NamesOfKinds = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A seed without mistakes, with the marks of a run. */
export type Seed = {readonly files: AccountFiles; readonly people: readonly Entry[]; readonly names: NamesOfKinds};

/** Reads a seed file and its bodies, puts in what `${…}` stands for, and refuses it if there is any mistake. */
export async function readSeed(host: Pick<Host, 'cwd' | 'env'>, file: string, run: string): Promise<Seed> {
  const path = resolve(host.cwd, file);
  const text = await readText(dirname(path), basename(path));
  if (text === undefined)
    throw new NotFoundError(`There is no file ${file}.`, {hint: 'Check the path and the spelling.'});
  const fill = filling(host, run);
  const source = {file, text};
  const mistakes: Mistake[] = [];
  const note = notesIn(source, mistakes);
  const yaml = readYaml(fill(source), note);
  refuseMistakes(mistakes);
  if (yaml?.root.is !== 'map')
    throw new UsageError(`${file} has no lists of records.`, {hint: `The lists of a seed are ${known.join(', ')}.`});
  const lists = yaml.root.pairs.map(({key, ...pair}) => ({...pair, key: todaysName(key)}));
  for (const {key, at} of lists.filter(list => !known.includes(list.key)))
    note(at, `A seed has no list "${key}".`, keyHint(key, known));
  const entriesIn = (name: string, shape: ListShape): readonly PlacedEntry[] =>
    lists.filter(({key}) => key === name).flatMap(({value}) => readEntries(value, shape, note));
  const people = entriesIn(CONTACTS, anyone);
  const files = new Map<KindName, AccountFile>();
  for (const kind of seedKinds) {
    const {keys, identity} = kinds[kind];
    const placed = entriesIn(kind, {keys, identity});
    if (placed.length === 0) continue;
    const entries = (await readBodies(dirname(path), placed, keys, note)).map(({sources, ...one}) => {
      const filled = ({text: body, path: at}: TextAt): string => {
        const of = sources.get(at);
        return of ? fill(of) : body;
      };
      return {...one, entry: mapTexts(one.entry, keys, filled)};
    });
    files.set(kind, {source, yaml, entries});
  }
  const names = namesIn(files, people, run);
  check(files, people, names, note);
  refuseMistakes(mistakes.sort(({at: one}, {at: other}) => one.line - other.line || one.column - other.column));
  return {
    files: new Map(
      [...files].map(([kind, one]) => [
        kind,
        {...one, entries: one.entries.map(placed => ({...placed, entry: marked(placed.entry, kind, names, run)}))},
      ]),
    ),
    people: people.map(({entry}) => marked(entry, CONTACTS, names, run)),
    names,
  };
}

const known: readonly string[] = [...seedKinds, CONTACTS];

/** Entries of people have no identity: one of them may stand for a thousand. */
const anyone: ListShape = {keys: contactKeys, identity: '', maybeNameless: true};

/** Replaces `${run}` and `${env.NAME}` in a text. A variable must be set, and cannot make more of a text than a text. */
const filling =
  ({env}: Pick<Host, 'env'>, run: string) =>
  ({file, text}: FileText): string =>
    text.replace(/\$\{(?:run|env\.(\w+))\}/g, (whole: string, name: string | undefined, at: number) => {
      const value = name === undefined ? run : lookUp(env, name);
      if (value !== undefined && !unsafe.test(value)) return value;
      const why = value === undefined ? 'is not set' : 'has a quote or a sign of YAML in its value';
      throw new PreflightError(`${file}, line ${text.slice(0, at).split('\n').length}: ${whole} ${why}.`, {
        hint: 'Set the variable to a plain text, and run the same line again.',
      });
    });

const unsafe = /[\p{Cc}"'\\]|:\s|:$|\s#/u;

/** The name of a seed's record in a run. What the API cannot delete keeps its plain name, for all runs. */
function nameInRun(kind: KindName, name: string, run: string): string {
  if (isShared(kind)) return name;
  const {keys, identity} = kinds[kind];
  return keys[identity]?.address ? markedAddress(run, name) : markedName(kind, {run, name});
}

function namesIn(files: AccountFiles, people: readonly PlacedEntry[], run: string): NamesOfKinds {
  const names = new Map<string, ReadonlyMap<string, string>>();
  for (const [kind, {entries}] of files) {
    const some = entries.map(({entry}) => String(entry[kinds[kind].identity] ?? ''));
    names.set(kind, new Map(some.map(name => [name, nameInRun(kind, name, run)])));
  }
  const addresses = people.flatMap(({entry: {email}}) => (typeof email === 'string' ? [email] : []));
  return names.set(CONTACTS, new Map(addresses.map(address => [address, markedAddress(run, address)])));
}

/** An entry as a run makes it: its name and its addresses have the run's mark, and so have the records it refers to. */
function marked(entry: Entry, kind: KindName | typeof CONTACTS, names: NamesOfKinds, run: string): Entry {
  const {keys, identity} = kind === CONTACTS ? {keys: contactKeys, identity: undefined} : kinds[kind];
  return mapTexts(entry, keys, ({text, key, path}) => {
    if (kind !== CONTACTS && path === identity) return nameInRun(kind, text, run);
    // A sender needs a real address, or the service could not verify it.
    return key.address && kind !== 'senders' ? markedAddress(run, text) : referred(text, key, names);
  });
}

/** A reference by the record's name in the run. Other records are the account's, and keep their names. */
function referred(text: string, {refers}: Key, names: NamesOfKinds): string {
  if (refers === undefined) return text;
  if (refers !== 'audience') return names.get(refers)?.get(text) ?? text;
  return `list:${names.get('lists')?.get(text.slice('list:'.length))}`;
}

/** Notes what a seed must not contain although an account may: real people, the account's own lists. */
function check(files: AccountFiles, people: readonly PlacedEntry[], names: NamesOfKinds, note: Note): void {
  const lists = [...(names.get('lists')?.keys() ?? [])];
  for (const [kind, {entries}] of files)
    for (const placed of entries) checkTexts(placed, kinds[kind].keys, {isSender: kind === 'senders', lists}, note);
  for (const placed of people) {
    checkTexts(placed, contactKeys, {isSender: false, lists}, note);
    checkPeople(placed, lists, note);
  }
}

type Of = {readonly isSender: boolean; readonly lists: readonly string[]};

/** The domains in words, for errors. */
const reservedInWords = 'example.com, example.org, example.net or a domain that ends in .test';

function checkTexts(placed: PlacedEntry, keys: Keys, {isSender, lists}: Of, note: Note): void {
  const audiences = lists.map(name => `list:${name}`);
  for (const {text, key, path} of textsOfEntry(placed.entry, keys)) {
    const place = whereIs(placed, path);
    if (key.refers === 'audience' && !audiences.includes(text))
      note(
        place,
        `"${text}" is not a list of this file. A seed mails only its own people.`,
        'Name the list under lists.',
      );
    if (key.address && !isSender && !isReserved(text)) {
      const says = `"${text}" may be a real address. A seed takes only people who cannot exist.`;
      note(place, says, `Use an address at ${reservedInWords}.`);
    }
  }
}

/** Notes what is wrong with an entry of people: it is one person with an address, or how many to invent. */
function checkPeople(placed: PlacedEntry, lists: readonly string[], note: Note): void {
  const {list = '', email, count, fake = false, country} = placed.entry;
  if (!lists.includes(String(list)))
    note(whereIs(placed, 'list'), `There is no list "${list}" in this file.`, keyHint(String(list), lists));
  const isPerson = email !== undefined && count === undefined && fake === false;
  const isCount = email === undefined && fake === true && Number(count) >= 1 && Number(count) <= MOST;
  if (!isPerson && !isCount)
    note(placed.at, 'This is neither one person with an address nor a count of people to invent.', forms);
  const countries = Object.keys(inventedCountries);
  if (isCount && country !== undefined && !countries.includes(String(country)))
    note(whereIs(placed, 'country'), `emk cannot invent people in "${country}".`, keyHint(String(country), countries));
}

/** The most people: a larger number is not test data. */
const MOST = 1_000_000;

const forms = `Give the address of one person, or a count from 1 to ${MOST} and fake: true.`;
