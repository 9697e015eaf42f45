import {forEachRecord} from '../api/answers/record-sources.js';
import type {Loose, Source} from '../api/describe/schema.js';
import {isAddress} from '../records/fields/email-address.js';
import {foldAddress} from '../records/fields/fold-address.js';
import {isNotDeleted} from '../records/fields/is-not-deleted.js';
import {fold as foldCase} from '../records/view/sort.js';
import {closestOfMany} from '../words/closest.js';
import {counted} from '../words/sentence.js';
import type {Context} from './command.js';
import {isNumber, parseReference} from './record-reference.js';
import {listedRecords} from './verbs/listed.js';

/** A text, and the records that it may mean. */
export type Search = {
  readonly text: string;
  /** Whether it can only be an id. */
  readonly isId: boolean;
  /** The best matches: all exact ones, or else all that match without case, and so on. Case never tells addresses apart. */
  readonly found: readonly Loose[];
  readonly near: string | undefined;
};

/** Looks for several records with one reading of their list, which may be too long for memory. */
export async function searchRecords(
  context: Pick<Context, 'stream'> & Partial<Pick<Context, 'notice'>>,
  source: Source,
  texts: readonly string[],
  parent: Loose,
): Promise<readonly Search[]> {
  const searches = texts.map(text => startSearch(text, source, texts.length <= MOST_GUESSES));
  const byText = new Map<string, Running[]>();
  for (const search of searches) byText.set(search.folded, [...(byText.get(search.folded) ?? []), search]);
  const parts = searches.filter(search => search.mayBePart);
  let count = 0;
  await forEachRecord(listedRecords(context, source, parent), record => {
    count += 1;
    if (!isNotDeleted(record)) return;
    const called = wordsFor(record, source);
    const asked = new Set(
      [...called.ids, ...called.names, ...called.codes].flatMap(word => byText.get(fold(word)) ?? []),
    );
    for (const search of asked) search.compare(record, called);
    for (const search of parts) search.compareBeginning(record, String(record[source.key]));
    for (const search of searches) for (const name of called.names) search.guess?.(name);
  });
  sayHowMany(context, source, count);
  return searches.map(({finish}) => finish());
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

/** A word as it is compared, in any case. A table shows the field `father_name` as "Father name". */
const fold = (text: string): string => (text.includes('@') ? foldAddress(text) : foldCase(text.replaceAll('_', ' ')));

/** Finding similar names takes as long as reading them, so it is skipped for more records than this. */
const MOST_GUESSES = 20;

type Called = {readonly ids: readonly string[]; readonly names: readonly string[]; readonly codes: readonly string[]};

function wordsFor(record: Loose, {key, label, labels = [], coded}: Source): Called {
  const texts = (fields: readonly string[]) => fields.map(field => String(record[field] ?? '').trim());
  const codes = coded ? Object.values(record).filter(value => typeof value === 'string' && isCode(value)) : [];
  return {
    ids: texts(key === 'id' ? [key] : [key, 'id']),
    // A record may have no name, and an empty name matches nothing.
    names: texts([label, ...labels]).filter(name => name !== ''),
    codes: codes as string[],
  };
}

const isCode = (text: string): boolean => /^[a-z]{2,3}$/i.test(text);

type Running = {
  readonly folded: string;
  readonly mayBePart: boolean;
  compare(record: Loose, called: Called): void;
  compareBeginning(record: Loose, key: string): void;
  readonly guess: ((name: string) => void) | undefined;
  finish(): Search;
};

function startSearch(given: string, {key}: Source, guesses: boolean): Running {
  const {by, text} = parseReference(given);
  const folded = fold(text);
  const isId = by === 'id' || (by === 'either' && key === 'id' && isNumber(text));
  const keyed: Loose[] = [];
  const namesakes: Loose[] = [];
  const exact: Loose[] = [];
  const alike: Loose[] = [];
  const begun: Loose[] = [];
  const guess = closestOfMany(text);
  let longer: string | undefined;
  return {
    folded,
    mayBePart: by !== 'name' && key !== 'id' && text.length >= SHORTEST_PART,
    compare(record, {ids, names, codes}) {
      if (by === 'id' ? ids.includes(text) : by === 'either' && ids[0] === text) keyed.push(record);
      else if (by === 'id') return;
      else if (isId) namesakes.push(...names.filter(name => name === text).map(() => record));
      else if (names.some(name => isExactly(name, text))) exact.push(record);
      else if ([...names, ...codes].some(name => fold(name) === folded)) alike.push(record);
    },
    compareBeginning(record, whole) {
      if (whole.toLowerCase().startsWith(text.toLowerCase())) begun.push(record);
    },
    guess:
      guesses && !isId
        ? name => {
            guess.consider(name);
            if (folded.length >= SHORTEST_PART && fold(name).startsWith(folded)) longer ??= name;
          }
        : undefined,
    finish: () => ({
      text,
      isId,
      // A number is an id first, but not where another record has that number for a name.
      found:
        [keyed, exact, alike, begun].find(({length}) => length > 0)?.concat(keyed.length > 0 ? namesakes : []) ?? [],
      near: guess.best() ?? longer,
    }),
  };
}

const isExactly = (name: string, text: string): boolean =>
  isAddress(text) ? foldAddress(name) === foldAddress(text) : name.normalize('NFC') === text.normalize('NFC');

/** Shorter beginnings of a utr or a name match too many records. */
const SHORTEST_PART = 4;
