import type {Step} from './differences.js';
import type {AccountState} from './entries.js';
import {type AccountFiles, wantedNames} from './files.js';
import {type Entry, type Key, type Keys, type KindName, kindNames, textsOfEntry} from './keys.js';
import {kinds, refersTo} from './kinds.js';
import type {Mistake} from './mistakes.js';
import {keyHint, type PlacedEntry, whereIs} from './read-entries.js';
import type {Impossible} from './shapes.js';

type Referred = {readonly kind: KindName; readonly name: string};

/** A record by kind and name, as one text. */
export const nameOf = ({kind, name}: Referred): string => `${kind}\n${name}`;

export const titleOf = ({kind, name}: Pick<Impossible, 'kind' | 'name'>): string =>
  `${kind === 'contacts' ? 'contacts of' : kinds[kind].collection.noun.one} "${name}"`;

/** The record that a text refers to; undefined if it refers to none, or is not an audience's name. */
export function referenceIn(text: string, {refers}: Key): Referred | undefined {
  if (refers !== 'audience') return refers && {kind: refers, name: text};
  const [, word, name = ''] = /^(list|segment):(.+)$/s.exec(text) ?? [];
  return word === undefined ? undefined : {kind: word === 'segment' ? 'segments' : 'lists', name};
}

/** The records that an entry refers to. */
export const targetsOf = (entry: Entry, keys: Keys): readonly Referred[] =>
  textsOfEntry(entry, keys).flatMap(({text, key}) => referenceIn(text, key) ?? []);

/** The kinds whose records refer to others. */
const kindsWithReferences = kindNames.filter(kind => refersTo(kind).size > 0);

/** Divides steps into those that can be done, and deletions of records that others use, after reading all that may use them. */
export async function keepUsed(
  steps: readonly Step[],
  account: AccountState,
  readMore: (kinds: ReadonlySet<KindName>) => Promise<AccountState>,
): Promise<{readonly steps: readonly Step[]; readonly used: readonly Impossible[]}> {
  const isSpared = ({action, kind}: Step): boolean =>
    action === 'delete' && kindsWithReferences.some(each => refersTo(each).has(kind));
  if (!steps.some(isSpared)) return {steps, used: []};
  const unread = new Set(kindsWithReferences.filter(kind => !account.kinds.has(kind)));
  const held = [...account.kinds, ...(unread.size === 0 ? [] : (await readMore(unread)).kinds)];
  const stepOf = new Map(steps.map(step => [nameOf(step), step]));
  const users = new Map<string, string>();
  const noteUses = (user: Referred, entry: Entry): void => {
    for (const target of targetsOf(entry, kinds[user.kind].keys)) users.set(nameOf(target), titleOf(user));
  };
  for (const [kind, records] of held)
    for (const {name, entry} of records) {
      const step = stepOf.get(nameOf({kind, name}));
      if (step?.action !== 'delete') noteUses({kind, name}, step?.entry ?? entry);
    }
  const used: Impossible[] = [];
  const left = steps.filter(step => {
    const {action, kind, name, there} = step;
    const user = isSpared(step) ? users.get(nameOf(step)) : undefined;
    if (user === undefined) return true;
    used.push({action, kind, name, why: `the ${user} uses it`});
    if (there) noteUses(step, there.entry);
    return false;
  });
  return {steps: left, used};
}

/** The names in the files that match no record, in the files or in the account. */
export async function danglingReferences(
  files: AccountFiles,
  account: AccountState,
  {prune}: {readonly prune: boolean},
): Promise<readonly Mistake[]> {
  const mistakes: Mistake[] = [];
  const known = async (kind: KindName): Promise<ReadonlySet<string>> => {
    const inFile = wantedNames(files, kind);
    // Records that are in no file will be deleted, so nothing may refer to them.
    return new Set(files.has(kind) && prune ? inFile : [...inFile, ...(await account.idsOf(kind)).keys()]);
  };
  for (const [of, {source, entries}] of files)
    for (const {text, key, at} of entries.flatMap(placed => referencesIn(placed, kinds[of].keys))) {
      const target = referenceIn(text, key);
      const wrong = target ? notThere(target, await known(target.kind)) : noAudience(text);
      if (wrong) mistakes.push({source, at, ...wrong});
    }
  return mistakes;
}

const referencesIn = (placed: PlacedEntry, keys: Keys) =>
  textsOfEntry(placed.entry, keys).flatMap(({text, key, path}) =>
    key.refers ? [{text, key, at: whereIs(placed, path)}] : [],
  );

type Wrong = Pick<Mistake, 'says' | 'hint'>;

const noAudience = (text: string): Wrong => ({
  says: `"${text}" is not an audience.`,
  hint: 'For example: list:Newsletter or segment:VIP',
});

function notThere({kind, name}: Referred, names: ReadonlySet<string>): Wrong | undefined {
  if (names.has(name)) return undefined;
  const {one, many} = kinds[kind].collection.noun;
  const hint = names.size === 0 ? `There are no ${many}.` : keyHint(name, [...names]);
  return {says: `There is no ${one} called "${name}".`, hint};
}
