import type {EntryWithBodies} from '../../account-files/folder/body-files.js';
import type {PlacedEntry} from '../../account-files/folder/check-shape.js';
import type {Mistake, Place} from '../../account-files/folder/mistakes.js';
import type {AccountFiles} from '../../account-files/folder/read-files.js';
import {kinds} from '../../account-files/kinds/kinds.js';
import {type Keys, type KindName, mapTexts, type TextAt} from '../../account-files/kinds/shape.js';
import {fillPlaceholders, type PlaceholderValues, placeholderValues} from './placeholders.js';
import type {Seed} from './read-seed.js';
import {isShared, nameInRun} from './run-name.js';
import {CONTACTS, contactKeys} from './seed-keys.js';

/** The names that a seed's records get in a run, by kind and by name in the file. */
export type Names = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A seed with every `${…}` filled in. Records still have their names from the file. */
export type FilledSeed = {readonly files: AccountFiles; readonly people: readonly PlacedEntry[]; readonly names: Names};

type Circumstances = {readonly run: string; readonly env: Readonly<Record<string, string | undefined>>};

/** Fills in a seed: first the names of its records, which everything else may refer to. */
export function fillInSeed(seed: Seed, {run, env}: Circumstances, mistakes: Mistake[]): FilledSeed {
  const alone = placeholderValues(run, env, new Map());
  const fill = (placed: EntryWithBodies, one: TextAt, meanings: PlaceholderValues): string => {
    const own = seed.source;
    const body = placed.sources.get(one.path);
    const text = {text: one.text, source: body ?? own, at: body ? FIRST : (placed.places.get(one.path) ?? placed.at)};
    return fillPlaceholders(text, meanings, mistakes, one.key.body === 'json' ? inJson : undefined);
  };
  const withIdentity = [...seed.records].map(([kind, entries]) => {
    const {keys, identity} = kinds[kind];
    const meanings = isShared(kind) ? ofAllRuns(alone) : alone;
    return [kind, entries.map(one => withTexts(one, keys, [identity], at => fill(one, at, meanings)))] as const;
  });
  const people = seed.people.map(one => withTexts(one, contactKeys, ['email'], at => fill(one, at, alone)));
  const names: Names = new Map([
    ...withIdentity.map(([kind, entries]) => [kind, namesOf(kind, entries, run)] as const),
    [CONTACTS, addressesOf(people, run)] as const,
  ]);
  const meanings = placeholderValues(run, env, names);
  const whole = (placed: EntryWithBodies, keys: Keys, done: string): EntryWithBodies =>
    withTexts(
      placed,
      keys,
      Object.keys(keys).filter(key => key !== done),
      at => fill(placed, at, meanings),
    );
  const {source, yaml} = seed;
  return {
    names,
    files: new Map(
      withIdentity.map(([kind, entries]) => [
        kind,
        {source, yaml, entries: entries.map(one => whole(one, kinds[kind].keys, kinds[kind].identity))},
      ]),
    ),
    people: people.map(one => whole(one, contactKeys, 'email')),
  };
}

/**
 * Refuses the run's id in names that all runs share: each run would create another record, and none could be deleted.
 */
const ofAllRuns =
  (meanings: PlaceholderValues): PlaceholderValues =>
  words =>
    words === 'run'
      ? {
          says: 'The API cannot delete this record, so all runs share it, and its name cannot hold a run.',
          hint: 'Give it a name without the run.',
        }
      : meanings(words);

const FIRST: Place = {line: 1, column: 1};

const withTexts = (
  placed: EntryWithBodies,
  keys: Keys,
  some: readonly string[],
  change: (one: TextAt) => string,
): EntryWithBodies => ({
  ...placed,
  entry: mapTexts(placed.entry, keys, one => (some.includes(one.path.split('.', 1)[0] ?? '') ? change(one) : one.text)),
});

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

const namesOf = (kind: KindName, entries: readonly PlacedEntry[], run: string): ReadonlyMap<string, string> =>
  new Map(
    entries.map(({entry}) => {
      const name = String(entry[kinds[kind].identity] ?? '');
      return [name, nameInRun(kind, name, run)];
    }),
  );

const addressesOf = (people: readonly PlacedEntry[], run: string): ReadonlyMap<string, string> =>
  new Map(
    people.flatMap(({entry: {email}}) =>
      typeof email === 'string' ? [[email, nameInRun('unsubscribes', email, run)] as const] : [],
    ),
  );
