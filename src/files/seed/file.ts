import {createHash} from 'node:crypto';
import {basename, dirname, resolve} from 'node:path';
import {todaysName} from '../../commands/command-names.js';
import {NotFoundError, UsageError} from '../../core/errors.js';
import type {Host} from '../../core/system/host.js';
import {lookUp} from '../../core/words/values.js';
import {addressProblem} from '../../records/fields/email-address.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {type AccountFiles, readBodies, readText} from '../account/files.js';
import {
  type Entry,
  isKindName,
  type Key,
  type Keys,
  type KindName,
  mapTexts,
  type TextAt,
  textsOf,
} from '../account/keys.js';
import {kinds} from '../account/kinds.js';
import {type Mistake, type Note, notesIn, refuseMistakes, type Source} from '../account/mistakes.js';
import {keyHint, type ListShape, type PlacedEntry, readEntries, whereIs} from '../account/read-entries.js';
import {readYaml, type YamlNode} from '../account/yaml.js';
import {CONTACTS, contactKeys, isShared, seedKeys, seedKinds} from './keys.js';
import {isReserved, markedAddress, markedName, reservedInWords} from './marks.js';
import {inventedCountries} from './people.js';

/** The names that a seed's records get in a run, by kind and by name in the file. */
export type Names = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A seed without mistakes. */
export type Seed = Awaited<ReturnType<typeof readSeed>>;

/** Reads a seed file and its bodies, puts in what `${…}` stands for, and refuses it if there is any mistake. */
export async function readSeed({cwd, env}: Pick<Host, 'cwd' | 'env'>, file: string, run: string) {
  const path = resolve(cwd, file);
  const text = await readText(dirname(path), basename(path));
  if (text === undefined)
    throw new NotFoundError(`There is no file ${file}.`, {hint: 'Check the path and the spelling.'});
  const source = {file, text};
  const mistakes: Mistake[] = [];
  const filled = filledIn(source, {run, env}, mistakes);
  refuseMistakes(mistakes);
  const note = notesIn(source, mistakes);
  const yaml = readYaml(filled, note);
  refuseMistakes(mistakes);
  if (yaml === undefined) throw new UsageError(`${file} is not YAML.`);
  const lists = listsIn(yaml.root, file, note);
  const placed = seedKinds.flatMap(kind => {
    const list = lists.get(kind);
    return list ? [[kind, readEntries(list, shapeOf(kind), note)] as const] : [];
  });
  const people = readEntries(toList(lists.get(CONTACTS)), anyone, note);
  // If the entries have mistakes, nobody can say which files belong to them.
  refuseMistakes(mistakes);
  const plain = new Map<KindName, {source: Source; yaml: typeof yaml; entries: readonly PlacedEntry[]}>();
  for (const [kind, some] of placed) {
    const {keys} = kinds[kind];
    const entries = (await readBodies(dirname(path), some, keys, note, isPath)).map(({sources, ...one}) => {
      const fill = (at: TextAt): string => {
        const body = sources.get(at.path);
        return body ? filledIn(body, {run, env}, mistakes) : at.text;
      };
      return {...one, entry: mapTexts(one.entry, keys, fill)};
    });
    plain.set(kind, {source, yaml, entries});
  }
  refuseMistakes(mistakes);
  const names = namesIn(plain, people, run);
  check(plain, people, names, source, note);
  refuseMistakes(mistakes.sort(({at: one}, {at: other}) => one.line - other.line || one.column - other.column));
  const files = new Map(
    [...plain].map(([kind, one]) => [kind, {...one, entries: one.entries.map(each => marked(each, kind, names, run))}]),
  );
  const inRun = people.map(one => marked(one, CONTACTS, names, run));
  const wanted = [[...files].map(([kind, {entries}]) => [kind, entries.map(({entry}) => entry)]), inRun];
  const print = createHash('sha256').update(JSON.stringify(wanted)).digest('hex');
  return {
    source,
    /** Records and people by their names in the file, and by those that they have in the run. */
    plain: {files: plain, people},
    ...{files, people: inRun, names},
    /** Changes with everything that will be made, so that a run belongs to one file. */
    print,
  };
}

const shapeOf = (kind: KindName): ListShape => ({
  keys: seedKeys(kind),
  identity: kinds[kind].identity,
  one: kinds[kind].collection.noun.one,
});

/** Entries of people have no identity: one of them may stand for a thousand. */
const anyone: ListShape = {keys: contactKeys, identity: '', one: 'entry of contacts', maybeNameless: true};

/** A value that begins like HTML or JSON is the text itself. */
const isPath = (text: string): boolean => !/^[<{[]/.test(text);

/** A text with `${run}` and `${env.NAME}` replaced; `$${` is a literal `${`. */
function filledIn(
  source: Source,
  {run, env}: {readonly run: string; readonly env: Readonly<Record<string, string | undefined>>},
  mistakes: Mistake[],
): string {
  return source.text.replace(placeholder, (whole: string, escaped: string | undefined, name = '', at: number) => {
    if (escaped !== undefined) return '${';
    const value = name === 'run' ? run : name.startsWith('env.') ? lookUp(env, name.slice('env.'.length)) : undefined;
    if (value !== undefined && !unsafe.test(value)) return value;
    const before = source.text.slice(0, at).split('\n');
    mistakes.push({
      ...{source, at: {line: before.length, column: (before.at(-1) ?? '').length + 1}},
      says:
        value === undefined ? `${whole} has no value.` : `The value of ${whole} has a quote or a sign of YAML in it.`,
      hint: `There are \${run} and \${env.NAME}, for variables that are set. For the two signs write $\${.`,
    });
    return whole;
  });
}

const placeholder = /\$(\$\{)|\$\{(?: *([^{}\n]*?) *\})?/g;

/** What would make more of a text than a text, in YAML or in a body of JSON. */
const unsafe = /[\p{Cc}"'\\]|:\s|:$|\s#/u;

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

/** A single entry of people as a list. */
function toList(node: YamlNode | undefined): YamlNode {
  if (node === undefined) return {is: 'nothing', at: {line: 1, column: 1}};
  return node.is === 'map' ? {is: 'list', at: node.at, items: [node]} : node;
}

/** The name of a seed's record in a run. What the API cannot delete keeps its plain name, for all runs. */
function nameInRun(kind: KindName, name: string, run: string): string {
  if (isShared(kind)) return name;
  const {keys, identity} = kinds[kind];
  return keys[identity]?.address ? markedAddress(run, name) : markedName(kind, {run, name});
}

const namesIn = (files: AccountFiles, people: readonly PlacedEntry[], run: string): Names =>
  new Map<string, ReadonlyMap<string, string>>([
    ...[...files].map(([kind, {entries}]): [string, ReadonlyMap<string, string>] => {
      const names = entries.map(({entry}) => String(entry[kinds[kind].identity] ?? ''));
      return [kind, new Map(names.map(name => [name, nameInRun(kind, name, run)]))];
    }),
    [
      CONTACTS,
      new Map(
        people.flatMap(({entry: {email}}) =>
          typeof email === 'string' ? [[email, markedAddress(run, email)] as const] : [],
        ),
      ),
    ],
  ]);

/** An entry as a run makes it: its name and its addresses have the run's mark, and so have the records it refers to. */
function marked(placed: PlacedEntry, kind: KindName | typeof CONTACTS, names: Names, run: string): PlacedEntry {
  const {keys, identity} = kind === CONTACTS ? {keys: contactKeys, identity: undefined} : kinds[kind];
  const change = ({text, key, path}: TextAt): string => {
    if (kind !== CONTACTS && path === identity) return nameInRun(kind, text, run);
    // A sender needs a real address, or the service could not verify it.
    return key.address && kind !== 'senders' ? markedAddress(run, text) : referred(text, key, names);
  };
  return {...placed, entry: mapTexts(placed.entry, keys, change)};
}

/** A reference by the record's name in the run. Other records are the account's, and keep their names. */
function referred(text: string, {refers}: Key, names: Names): string {
  if (refers === undefined) return text;
  if (refers !== 'audience') return names.get(refers)?.get(text) ?? text;
  const list = names.get('lists')?.get(text.replace(/^list:/, ''));
  return list === undefined || !text.startsWith('list:') ? text : `list:${list}`;
}

/** Notes what a seed must not contain although an account may: real people, the account's own audiences. */
function check(files: AccountFiles, people: readonly PlacedEntry[], names: Names, source: Source, note: Note): void {
  const lists = [...(names.get('lists')?.keys() ?? [])];
  for (const [kind, {entries}] of files) {
    for (const placed of entries) {
      checkName(kind, placed, names, note);
      if (isShared(kind) && isOfOneRun(placed, source))
        note(
          placed.at,
          'The API cannot delete this record, so all runs share it, and its name cannot hold a run.',
          'Give it a name without the run.',
        );
      checkTexts(placed, kinds[kind].keys, {isSender: kind === 'senders', lists}, note);
    }
  }
  for (const placed of people) checkTexts(placed, contactKeys, {isSender: false, lists}, note);
  checkPeople(people, lists, note);
}

/** Whether the name of an entry, which stands at its place, is written with the run's id. */
const isOfOneRun = ({at: {line, column}}: PlacedEntry, {text}: Source): boolean =>
  /^["']?[^,"']*(?<!\$)\$\{ *run *\}/.test((text.split('\n')[line - 1] ?? '').slice(column - 1));

function checkName(kind: KindName, {entry, at}: PlacedEntry, names: Names, note: Note): void {
  const {keys, identity} = kinds[kind];
  const name = String(entry[identity] ?? '');
  const {length} = [...(names.get(kind)?.get(name) ?? name)];
  const limits = keys[identity]?.limits;
  if (limits?.pattern && !limits.pattern.test(name)) note(at, `${identity} ${limits.says}.`, `"${name}" does not.`);
  else if (/\p{Cc}/u.test(name)) note(at, `This ${identity} has a line end or another control character in it.`);
  else if (length > LONGEST) {
    const says = `With the mark of its run this ${identity} has ${length} characters. At most ${LONGEST} are allowed.`;
    note(at, says, 'Shorten it.');
  }
}

/** No service is known to keep longer names, and a mark that is cut off could never be found again. */
const LONGEST = 191;

type Of = {readonly isSender: boolean; readonly lists: readonly string[]};

/** Real people must not get into a seed, nor the audiences of the account, which may hold some. */
function checkTexts(placed: PlacedEntry, keys: Keys, {isSender, lists}: Of, note: Note): void {
  const audiences = lists.map(name => `list:${name}`);
  for (const {text, key, path} of textsOf(placed.entry, keys)) {
    const place = whereIs(placed, path);
    if (key.refers === 'audience' && !audiences.includes(text)) {
      const hint = lists.length === 0 ? 'Name the list under lists.' : keyHint(text, audiences);
      note(place, `"${text}" is not a list of this file. A seed mails only its own people.`, hint);
    }
    if (!key.address || isSender) continue;
    const problem = addressProblem(text);
    if (problem !== undefined) note(place, `"${text}" ${problem}.`);
    else if (!isReserved(text)) {
      const says = `"${text}" may be a real address. A seed takes only people who cannot exist.`;
      note(place, says, `Use an address at ${reservedInWords}.`);
    }
  }
}

/** Notes what is wrong with the entries of people: each is one person with an address, or how many to invent. */
function checkPeople(people: readonly PlacedEntry[], lists: readonly string[], note: Note): void {
  const met = new Map<string, number>();
  for (const placed of people) {
    const {list = '', email, count, fake = false} = placed.entry;
    const wrong: Wrong = (key, says, hint) => note(whereIs(placed, key), says, hint);
    if (!lists.includes(String(list)))
      wrong('list', `There is no list "${list}" in this file.`, keyHint(String(list), lists));
    const isPerson = email !== undefined && count === undefined && fake === false;
    const isCount = email === undefined && fake === true && Number(count) >= 1 && Number(count) <= MOST;
    if (!isPerson && !isCount)
      wrong('count', 'This is neither one person with an address nor a count of people to invent.', forms);
    checkCountry(placed.entry, wrong);
    if (email === undefined) continue;
    const who = `${list}\n${foldAddress(String(email))}`;
    const line = met.get(who);
    if (line !== undefined)
      wrong('email', `Line ${line} has "${email}" in this list already.`, 'Remove one of the two.');
    met.set(who, line ?? placed.at.line);
  }
}

type Wrong = (key: string, says: string, hint: string) => void;

/** The most people: a larger number is not test data. */
const MOST = 1_000_000;

const forms = `Give the address of one person, or a count from 1 to ${MOST} and fake: true.`;

function checkCountry({email, country}: Entry, wrong: Wrong): void {
  const countries = Array.isArray(country) ? country.map(String) : [];
  const known = Object.keys(inventedCountries);
  if (email !== undefined && countries.length !== 1)
    wrong('country', 'A person has only one country.', 'For example: country: Germany');
  const unknown = email === undefined ? countries.findIndex(name => !known.includes(name)) : -1;
  const name = countries[unknown];
  if (name !== undefined) wrong(`country.${unknown}`, `emk cannot invent people in "${name}".`, keyHint(name, known));
}
