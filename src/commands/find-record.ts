import {forEachRecord} from '../api/answers/record-sources.js';
import type {Kinds, Loose, Source} from '../api/describe/schema.js';
import type {Ask, Choice} from '../change/ask.js';
import type {Context} from '../change/context.js';
import {listedRecords} from '../change/records/read.js';
import {NotFoundError, UsageError} from '../core/errors.js';
import {closestOfMany} from '../core/words/closest.js';
import {counted, number, orList, plural, withMore} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import {lookUp} from '../core/words/values.js';
import {isAddress} from '../records/fields/email-address.js';
import {foldAddress} from '../records/fields/fold-address.js';
import {isNotDeleted} from '../records/fields/path.js';
import {compact} from '../records/fields/readable.js';
import {fold as foldCase} from '../records/view/sort.js';
import {isNumber, parseReference} from './record-reference.js';

type Reading = Pick<Context, 'stream'> & Partial<Pick<Context, 'ask' | 'notice'>>;

type Lookup = {
  readonly parent?: Loose;
  /** Whether a text may name no record. */
  readonly optional?: (text: string) => boolean;
};

/** Finds the record that a person means by an id or a name. */
export async function resolveRecord(context: Reading, source: Source, text: string): Promise<Loose> {
  const [record] = await resolveRecords(context, source, [text]);
  return record as Loose;
}

/** Like `resolveRecord`, but undefined if there is no such record. */
export const findRecord = async (context: Reading, source: Source, text: string): Promise<Loose | undefined> =>
  (await resolveRecords(context, source, [text], {optional: () => true}))[0];

/** Finds each record that a person means, with one reading of their list. */
export async function resolveRecords(
  context: Reading,
  source: Source,
  texts: readonly string[],
  {parent = {}, optional = () => false}: Lookup = {},
): Promise<ReadonlyArray<Loose | undefined>> {
  const searches = await searchRecords(context, source, texts, parent);
  const records: Array<Loose | undefined> = [];
  for (const search of searches) records.push(await onlyRecord(context, search, source));
  const missing = searches.filter(({text}, index) => records[index] === undefined && !optional(text));
  if (missing.length > 0) throw noneCalled(missing, [source]);
  return records;
}

/** Finds the one record of several kinds that has a name: of lists and segments, say, or of lists alone for `list:Leads`. */
export async function resolveOfKinds(
  context: Reading,
  kinds: Kinds,
  text: string,
): Promise<{readonly word: string; readonly source: Source; readonly record: Loose}> {
  const [, prefix = '', rest = ''] = /^([a-z]+):\s*(.*)$/s.exec(text) ?? [];
  const kind = lookUp(kinds, prefix);
  const [among, name] = kind ? [{[prefix]: kind}, rest.replace(/^"(.*)"$/s, '$1')] : [kinds, text];
  const found: {word: string; source: Source; record: Loose}[] = [];
  const sources: Source[] = [];
  const searches: Search[] = [];
  for (const [word, {from}] of Object.entries(among)) {
    const {default: source} = await from();
    sources.push(source);
    const [search] = await searchRecords(context, source, [name], {});
    if (!search) continue;
    searches.push(search);
    const record = await onlyRecord(context, search, source);
    if (record) found.push({word, source, record});
  }
  const [only, ...others] = found;
  if (!only)
    throw noneCalled(
      [searches.find(nearTo) ?? searches[0]].flatMap(one => one ?? []),
      sources,
    );
  if (others.length === 0) return only;
  throw new UsageError(`"${text}" is ${orList(found.map(({source}) => `a ${source.noun.one}`))}.`, {
    hint: `Say which: ${orList(found.map(({word}) => shellWord(`${word}:${text}`)))}.`,
  });
}

/** The record that was found. If there are two, a person chooses one, and for a script the error lists them. */
async function onlyRecord({ask}: Reading, search: Search, source: Source): Promise<Loose | undefined> {
  const {text} = search;
  const found = meantBy(search);
  const [record, ...others] = found;
  if (others.length === 0) return record;
  const {noun, key, label, group} = source;
  if (ask?.possible) return chosenOnce(ask, `Several ${noun.many} are "${text}". Which one?`, found, source);
  const inGroup = (one: Loose): string => (group === undefined ? '' : ` in ${compact(one[group])}`);
  const each = found.map(one => `${String(one[label])}${inGroup(one)} (${String(one[key])})`);
  throw new UsageError(`"${text}" may mean several ${noun.many}: ${withMore(each, each.length, SHOWN)}.`, {
    hint: isNumber(text) ? `Write id:${text} or name:${text}.` : `Give its ${key === 'utr' ? 'code' : key} instead.`,
  });
}

/** Asks which of several records is meant. One run may look for the same record twice, and a person answers once. */
async function chosenOnce(ask: Ask, question: string, found: readonly Loose[], source: Source): Promise<Loose> {
  const answers = chosen.get(ask) ?? new Map<string, unknown>();
  chosen.set(ask, answers);
  if (!answers.has(question)) {
    const record = await ask.pick(
      question,
      found.map(one => ({...recordChoice(one, source), value: one})),
    );
    answers.set(question, record[source.key]);
  }
  return found.find(one => one[source.key] === answers.get(question)) as Loose;
}

const chosen = new WeakMap<Ask, Map<string, unknown>>();

export type ListedRecord = {readonly id: string; readonly name: string};

/** A record as a choice: what people call it, and beside that what tells it from others, such as how many people it holds. */
export function recordChoice(record: Loose, source: Source): Choice<ListedRecord> {
  const {key, label, noun, searched = []} = source;
  const id = String(record[key]);
  const name = String(record[label] ?? '');
  const notes = (source.beside?.(record) ?? []).map(value => compact(value).trim()).filter(text => text !== '');
  return {
    name: name || `${noun.one} without a name`,
    note: notes.join(' · '),
    // A number is short; of a utr, the beginning is enough.
    code: isNumber(id) ? `#${id}` : id.slice(0, 8),
    also: searched.map(field => compact(record[field])).join(' '),
    value: {id, name},
  };
}

function noneCalled(missing: readonly Search[], sources: readonly Source[]): NotFoundError {
  const [first] = missing;
  const shown = missing.slice(0, SHOWN).map(({text, isId}) => (isId ? text : `"${text}"`));
  const more = missing.length - shown.length;
  const rest = more > 0 ? [plural(more, 'another', `any of ${number(more)} others`)] : [];
  const near = missing.length === 1 && first ? nearTo(first) : undefined;
  const kinds = orList(sources.map(({noun}) => noun.one));
  const them = sources.length === 1 ? `the ${sources[0]?.noun.many}` : 'them';
  return new NotFoundError(`There is no ${kinds} ${orList([...shown, ...rest].map(String))}.`, {
    hint: `${near === undefined ? '' : `Did you mean "${near}"? `}To see ${them}: ${orList(sources.map(({see}) => see))}`,
  });
}

const SHOWN = 10;

/** A text, and the records that it may mean. */
type Search = Pick<ReturnType<typeof parseReference>, 'by' | 'text'> & {
  readonly isId: boolean;
  readonly folded: string;
  readonly isBeginning: boolean;
  /** The records by how well they match, from the best: all of the first that any reaches are meant. */
  readonly found: readonly [keyed: Loose[], exact: Loose[], alike: Loose[], begun: Loose[]];
  /** The records that have a number for a name which is read as an id. */
  readonly namesakes: Loose[];
  readonly guess: ReturnType<typeof closestOfMany>;
  /** The first name that begins with the text. */
  longer?: string;
};

const [KEYED, EXACT, ALIKE, BEGUN] = [0, 1, 2, 3] as const;

/** A number is an id first: a record that has it for a name only makes an id unclear that is there. */
const meantBy = ({found, namesakes}: Search): readonly Loose[] =>
  found[KEYED].length > 0 ? [...found[KEYED], ...namesakes] : (found.find(({length}) => length > 0) ?? []);

const nearTo = ({guess, longer}: Search): string | undefined => guess.best() ?? longer;

/** Looks for several records with one reading of their list, which may be too long for memory. */
async function searchRecords(
  context: Reading,
  source: Source,
  texts: readonly string[],
  parent: Loose,
): Promise<readonly Search[]> {
  const searches = texts.map(text => startSearch(text, source));
  const byText = new Map<string, Search[]>();
  for (const search of searches) byText.set(search.folded, [...(byText.get(search.folded) ?? []), search]);
  const beginnings = searches.filter(({isBeginning}) => isBeginning);
  // Finding similar names takes as long as reading them.
  const guessing = texts.length <= MOST_GUESSES ? searches.filter(({isId}) => !isId) : [];
  let count = 0;
  await forEachRecord(listedRecords(context, source, parent), record => {
    count += 1;
    if (!isNotDeleted(record)) return;
    const called = wordsOf(record, source);
    const words = [...called.ids, ...called.names, ...called.codes];
    for (const search of new Set(words.flatMap(word => byText.get(fold(word)) ?? [])))
      listOf(search, called)?.push(record);
    const key = String(record[source.key]).toLowerCase();
    for (const search of beginnings) if (key.startsWith(search.text.toLowerCase())) search.found[BEGUN].push(record);
    for (const search of guessing) for (const name of called.names) consider(search, name);
  });
  sayHowMany(context, source, count);
  return searches;
}

/** Says why a look for a name or an address took so long. */
export function sayHowMany({notice}: Partial<Pick<Context, 'notice'>>, {noun, key}: Source, count: number): void {
  if (count <= MANY) return;
  const id = key === 'utr' ? 'a code' : 'an id';
  notice?.(
    `emk read all ${counted(count, noun.one, noun.many)}, because the service has no search. With ${id}, it is one request.`,
  );
}

const MANY = 50_000;
const MOST_GUESSES = 20;

/** Shorter beginnings of a utr or a name match too many records. */
const SHORTEST_PART = 4;

function startSearch(given: string, {key}: Source): Search {
  const {by, text} = parseReference(given);
  return {
    ...{by, text, folded: fold(text), found: [[], [], [], []], namesakes: [], guess: closestOfMany(text)},
    isId: by === 'id' || (by === 'either' && key === 'id' && isNumber(text)),
    isBeginning: by !== 'name' && key !== 'id' && text.length >= SHORTEST_PART,
  };
}

function consider(search: Search, name: string): void {
  const {guess, folded} = search;
  guess.consider(name);
  if (folded.length >= SHORTEST_PART && fold(name).startsWith(folded)) search.longer ??= name;
}

/** Where a record belongs whose words may be the text, by how well they match it. */
function listOf(search: Search, {ids, names, codes}: Called): Loose[] | undefined {
  const {by, text, isId, folded, found, namesakes} = search;
  if (by === 'id' ? ids.includes(text) : by === 'either' && ids[0] === text) return found[KEYED];
  if (isId) return by === 'either' && names.includes(text) ? namesakes : undefined;
  if (names.some(name => isExactly(name, text))) return found[EXACT];
  return [...names, ...codes].some(name => fold(name) === folded) ? found[ALIKE] : undefined;
}

type Called = {readonly ids: readonly string[]; readonly names: readonly string[]; readonly codes: readonly string[]};

function wordsOf(record: Loose, {key, label, labels = [], coded}: Source): Called {
  const texts = (fields: readonly string[]) => fields.map(field => String(record[field] ?? '').trim());
  const isCode = (value: unknown): value is string => typeof value === 'string' && /^[a-z]{2,3}$/i.test(value);
  return {
    ids: texts(key === 'id' ? [key] : [key, 'id']),
    // A record may have no name, and an empty name matches nothing.
    names: texts([label, ...labels]).filter(name => name !== ''),
    codes: coded ? Object.values(record).filter(isCode) : [],
  };
}

/** A word as it is compared, in any case. A table shows the field `father_name` as "Father name". */
const fold = (text: string): string => (text.includes('@') ? foldAddress(text) : foldCase(text.replaceAll('_', ' ')));

/** Whether a name is this text: an address in any spelling, and other names as they are written. */
export const isExactly = (name: string, text: string): boolean =>
  isAddress(text) ? foldAddress(name) === foldAddress(text) : name.normalize('NFC') === text.normalize('NFC');
