import {forEachRecord} from '../api/answers/record-sources.js';
import type {Kinds, Loose, Source} from '../api/describe/schema.js';
import type {Choice} from '../change/ask.js';
import type {Context} from '../change/context.js';
import {listedRecords} from '../change/records/read.js';
import {NotFoundError, UsageError} from '../core/errors.js';
import {counted, orList, withMore} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import {lookUp} from '../core/words/values.js';
import {isAddress} from '../records/fields/email-address.js';
import {foldAddress} from '../records/fields/fold-address.js';
import {isNotDeleted} from '../records/fields/path.js';
import {compact} from '../records/fields/readable.js';
import {fold as foldCase} from '../records/view/sort.js';
import {isNumber, parseReference} from './parameters.js';

type ReadingNames = Pick<Context, 'stream'> & Partial<Pick<Context, 'notice'>>;

type Lookup = {
  readonly parent?: Loose;
  /** Whether a text may name no record. */
  readonly optional?: (text: string) => boolean;
};

/** Finds the record that a person means by an id or a name. */
export async function resolveRecord(context: ReadingNames, source: Source, text: string): Promise<Loose> {
  const [record] = await resolveRecords(context, source, [text]);
  return record as Loose;
}

/** Like `resolveRecord`, but undefined if there is no such record. */
export const findRecord = async (context: ReadingNames, source: Source, text: string): Promise<Loose | undefined> =>
  (await resolveRecords(context, source, [text], {optional: () => true}))[0];

/** Finds each record that a person means, with one reading of their list. */
export async function resolveRecords(
  context: ReadingNames,
  source: Source,
  texts: readonly string[],
  {parent = {}, optional = () => false}: Lookup = {},
): Promise<ReadonlyArray<Loose | undefined>> {
  const searches = await searchRecords(context, source, texts, parent);
  const records = searches.map(search => onlyRecord(search, source));
  const missing = searches.filter(({text}, index) => records[index] === undefined && !optional(text));
  if (missing.length > 0) throw noneCalled(missing, [source]);
  return records;
}

/** Finds the one record of several kinds that has a name: of lists and segments, say, or of lists alone for `list:Leads`. */
export async function resolveOfKinds(
  context: ReadingNames,
  kinds: Kinds,
  text: string,
): Promise<{readonly word: string; readonly source: Source; readonly record: Loose}> {
  const [, prefix = '', rest = ''] = /^([a-z]+):\s*(.*)$/s.exec(text) ?? [];
  const kind = lookUp(kinds, prefix);
  const [among, name] = kind ? [{[prefix]: kind}, rest.replace(/^"(.*)"$/s, '$1')] : [kinds, text];
  const found: {word: string; source: Source; record: Loose}[] = [];
  const sources: Source[] = [];
  for (const [word, {from}] of Object.entries(among)) {
    const {default: source} = await from();
    sources.push(source);
    const searches = await searchRecords(context, source, [name], {});
    for (const search of searches) {
      const record = onlyRecord(search, source);
      if (record) found.push({word, source, record});
    }
  }
  const [only, ...others] = found;
  if (!only) throw noneCalled([startSearch(name, sources[0] as Source)], sources);
  if (others.length === 0) return only;
  throw new UsageError(`"${text}" is ${orList(found.map(({source}) => `a ${source.noun.one}`))}.`, {
    hint: `Say which: ${orList(found.map(({word}) => shellWord(`${word}:${text}`)))}.`,
  });
}

/** The record that was found. If there are two, nobody guesses: the error lists them. */
function onlyRecord({text, found}: SearchedName, source: Source): Loose | undefined {
  const meant = found.find(({length}) => length > 0) ?? [];
  if (meant.length <= 1) return meant[0];
  const {noun, key, label} = source;
  const each = meant.map(one => {
    const about = [String(one[key]), besideIn(one, source)].filter(text => text !== '');
    return `${String(one[label])} (${about.join(' · ')})`;
  });
  throw new UsageError(`"${text}" may mean several ${noun.many}: ${withMore(each, each.length, SHOWN)}.`, {
    hint: `Give its ${key === 'utr' ? 'code' : key} instead.`,
  });
}

export type ListedRecord = {readonly id: string; readonly name: string};

/** A record as a choice: what people call it, and beside that what tells it from others, such as how many people it holds. */
export function recordChoice(record: Loose, source: Source): Choice<ListedRecord> {
  const {key, label, noun, searched = []} = source;
  const id = String(record[key]);
  const name = String(record[label] ?? '');
  return {
    name: name || `${noun.one} without a name`,
    note: besideIn(record, source),
    // A number is short; of a utr, the beginning is enough.
    code: isNumber(id) ? `#${id}` : id.slice(0, 8),
    also: searched.map(field => compact(record[field])).join(' '),
    value: {id, name},
  };
}

/** What tells a record from others of its name, such as the person and the list of a contact. */
const besideIn = (record: Loose, {beside}: Source): string =>
  (beside?.(record) ?? [])
    .map(value => compact(value).trim())
    .filter(text => text !== '')
    .join(' · ');

function noneCalled(missing: readonly SearchedName[], sources: readonly Source[]): NotFoundError {
  const names = missing.slice(0, SHOWN).map(({text, isId}) => (isId ? text : `"${text}"`));
  const kinds = orList(sources.map(({noun}) => noun.one));
  const [first, ...others] = sources;
  return new NotFoundError(`There is no ${kinds} ${orList(names)}.`, {
    hint: `To see ${others.length === 0 ? `the ${first?.noun.many}` : 'them'}: ${orList(sources.map(({see}) => see))}`,
  });
}

const SHOWN = 10;

/** A text, and the records that it may mean. */
type SearchedName = Pick<ReturnType<typeof parseReference>, 'by' | 'text'> & {
  readonly isId: boolean;
  readonly folded: string;
  readonly isBeginning: boolean;
  /** The records by how well they match, from the best: all of the first that any reaches are meant. */
  readonly found: readonly [keyed: Loose[], exact: Loose[], alike: Loose[], begun: Loose[]];
};

const [KEYED, EXACT, ALIKE, BEGUN] = [0, 1, 2, 3] as const;

/** Looks for several records with one reading of their list, which may be too long for memory. */
async function searchRecords(
  context: ReadingNames,
  source: Source,
  texts: readonly string[],
  parent: Loose,
): Promise<readonly SearchedName[]> {
  const searches = texts.map(text => startSearch(text, source));
  const byText = new Map<string, SearchedName[]>();
  for (const search of searches) byText.set(search.folded, [...(byText.get(search.folded) ?? []), search]);
  const beginnings = searches.filter(({isBeginning}) => isBeginning);
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

/** Shorter beginnings of a utr match too many records. */
const SHORTEST_PART = 4;

function startSearch(given: string, {key}: Source): SearchedName {
  const {by, text} = parseReference(given);
  return {
    ...{by, text, folded: fold(text), found: [[], [], [], []]},
    isId: by === 'id' || (by === 'either' && key === 'id' && isNumber(text)),
    isBeginning: by !== 'name' && key !== 'id' && text.length >= SHORTEST_PART,
  };
}

/** Where a record belongs whose words may be the text, by how well they match it. */
function listOf(search: SearchedName, {ids, names, codes}: CalledBy): Loose[] | undefined {
  const {by, text, isId, folded, found} = search;
  if (by === 'id' ? ids.includes(text) : by === 'either' && ids[0] === text) return found[KEYED];
  if (isId) return undefined;
  if (names.some(name => isExactly(name, text))) return found[EXACT];
  return [...names, ...codes].some(name => fold(name) === folded) ? found[ALIKE] : undefined;
}

type CalledBy = {readonly ids: readonly string[]; readonly names: readonly string[]; readonly codes: readonly string[]};

function wordsOf(record: Loose, {key, label, labels = [], coded}: Source): CalledBy {
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
