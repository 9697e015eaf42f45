import type {Kinds, Loose, Source} from '../api/describe/schema.js';
import type {Ask} from '../ask/terminal/ask.js';
import {NotFoundError, UsageError} from '../errors.js';
import {compact} from '../records/fields/readable.js';
import {number, orList, plural, withMore} from '../words/sentence.js';
import {shellWord} from '../words/shell-word.js';
import type {Context} from './command.js';
import {isNumber} from './record-reference.js';
import {type Search, searchRecords} from './search-records.js';
import {recordChoice} from './verbs/record-choice.js';

type Reading = Pick<Context, 'stream'> & Partial<Pick<Context, 'ask' | 'notice'>>;

/** Finds the record that a person means by an id or a name. */
export async function resolveRecord(context: Reading, source: Source, text: string): Promise<Loose> {
  const [record] = await resolveRecords(context, source, [text]);
  return record as Loose;
}

type Lookup = {
  /** The input of a list that belongs to another record. */
  readonly parent?: Loose;
  /** Whether a text may name no record. */
  readonly optional?: (text: string) => boolean;
};

/** Finds each record that a person means, with one reading of their list. */
export async function resolveRecords(
  context: Reading,
  source: Source,
  texts: readonly string[],
  {parent = {}, optional = () => false}: Lookup = {},
): Promise<ReadonlyArray<Loose | undefined>> {
  const searches = await searchRecords(context, source, texts, parent);
  const found: Array<Loose | undefined> = [];
  for (const search of searches) found.push(await onlyRecord(context, search, source));
  const missing = searches.filter(({text}, index) => found[index] === undefined && !optional(text));
  if (missing.length > 0) throw noneCalled(missing, source);
  return found;
}

/** Like `resolveRecord`, but undefined if there is no such record. */
export async function findRecord(context: Reading, source: Source, text: string): Promise<Loose | undefined> {
  const [search] = await searchRecords(context, source, [text], {});
  return search && onlyRecord(context, search, source);
}

/** Finds the one record of several kinds that has a name: of lists and segments, say. */
export async function resolveOfKinds(
  context: Reading,
  kinds: Kinds,
  text: string,
): Promise<{readonly word: string; readonly source: Source; readonly record: Loose}> {
  const found: {word: string; source: Source; record: Loose}[] = [];
  const sources: Source[] = [];
  let near: string | undefined;
  for (const [word, {from}] of Object.entries(kinds)) {
    const {default: source} = await from();
    const [search] = await searchRecords(context, source, [text], {});
    const record = search && (await onlyRecord(context, search, source));
    if (record) found.push({word, source, record});
    sources.push(source);
    near ??= search?.near;
  }
  const [only, ...others] = found;
  if (only && others.length === 0) return only;
  if (only) {
    throw new UsageError(`"${text}" is ${orList(found.map(({source}) => `a ${source.noun.one}`))}.`, {
      hint: `Say which: ${orList(found.map(({word}) => shellWord(`${word}:${text}`)))}.`,
    });
  }
  throw new NotFoundError(`There is no ${orList(sources.map(({noun}) => noun.one))} "${text}".`, {
    hint: `${near === undefined ? '' : `Did you mean "${near}"? `}To see them: ${orList(sources.map(({see}) => see))}`,
  });
}

/** The record that was found. If there are two, a person chooses one, and for a script the error lists them. */
async function onlyRecord({ask}: Reading, {text, found}: Search, source: Source): Promise<Loose | undefined> {
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
  const before = found.find(one => one[source.key] === answers.get(question));
  if (before) return before;
  const from = found.map(one => ({...recordChoice(one, source), value: one}));
  const record = await ask.pick(question, from);
  chosen.set(ask, answers.set(question, record[source.key]));
  return record;
}

const chosen = new WeakMap<Ask, Map<string, unknown>>();

function noneCalled(missing: readonly Search[], {noun, see}: Source): NotFoundError {
  const [first] = missing;
  const shown = missing.slice(0, SHOWN).map(({text, isId}) => (isId ? text : `"${text}"`));
  const more = missing.length - shown.length;
  const near = missing.length === 1 ? first?.near : undefined;
  return new NotFoundError(
    `There is no ${noun.one} ${orList(more > 0 ? [...shown, plural(more, 'another', `any of ${number(more)} others`)] : shown)}.`,
    {
      hint: `${near === undefined ? '' : `Did you mean "${near}"? `}To see the ${noun.many}: ${see}`,
    },
  );
}

const SHOWN = 10;
