import {foldAddress} from '../../records/fields/fold-address.js';
import type {AccountRecord, AccountState} from '../account/read-account.js';
import type {PlacedEntry} from '../folder/check-shape.js';
import type {Source} from '../folder/mistakes.js';
import {type AccountFiles, type EntriesByKind, entriesOf} from '../folder/read-files.js';
import {kinds} from '../kinds/kinds.js';
import type {Change, Plan} from '../kinds/results.schema.js';
import {type Key, type Keys, type KindName, textsOf} from '../kinds/shape.js';
import {withoutImpossible} from './make-plan.js';

type Reference = {readonly text: string; readonly key: Key; readonly at: PlacedEntry['at']};

/** Every name in an entry that refers to another record. */
export const referencesIn = ({entry, at, places}: PlacedEntry, keys: Keys): readonly Reference[] =>
  textsOf(entry, keys).flatMap(({text, key, path}) => (key.refers ? [{text, key, at: places.get(path) ?? at}] : []));

/** The record that a text refers to; undefined if it is not an audience's name. */
export function targetOf(text: string, {refers}: Key): {readonly kind: KindName; readonly name: string} | undefined {
  if (refers !== undefined && refers !== 'audience') return {kind: refers, name: text};
  const [, word, name = ''] = /^(list|segment):(.+)$/s.exec(text) ?? [];
  return word === undefined ? undefined : {kind: word === 'segment' ? 'segments' : 'lists', name};
}

/** Who uses a record, in words, by the record's kind and name. */
export type UsedBy = Map<string, string>;

/** Notes that a record which stays needs everything it refers to. */
export function noteUses(kind: KindName, {name, entry}: AccountRecord, users: UsedBy): void {
  const nowhere = {line: 0, column: 0};
  for (const {text, key} of referencesIn({entry, at: nowhere, places: new Map()}, kinds[kind].keys)) {
    const target = targetOf(text, key);
    if (target) users.set(nameOf(target), `the ${kinds[kind].collection.noun.one} "${name}"`);
  }
}

/** A record by kind and name, as one text. */
export const nameOf = ({kind, name}: {readonly kind: KindName; readonly name: string}): string => `${kind}\n${name}`;

/** The entry of a change, and the keys of it that would be sent; undefined for a deletion. */
export function writtenBy(
  {action, kind, name, fields}: Change,
  files: AccountFiles,
): {readonly placed: PlacedEntry; readonly source: Source; readonly keys: Keys} | undefined {
  const file = files.get(kind);
  const placed = file?.entries.find(({entry}) => entry[kinds[kind].identity] === name);
  if (!file || !placed || action === 'delete') return undefined;
  const changed = new Set(fields.map(({key}) => key));
  const keys = Object.entries(kinds[kind].keys).filter(([key]) => action === 'create' || changed.has(key));
  return {placed, source: file.source, keys: Object.fromEntries(keys)};
}

/** Keeps records in a plan that others still use, reading kinds that refer to what would be deleted. */
export async function keepUsed(
  plan: Plan,
  account: AccountState,
  readMore: (kinds: ReadonlySet<KindName>) => Promise<AccountState>,
): Promise<Plan> {
  const isSpared = ({action, kind}: Plan['changes'][number]): boolean => action === 'delete' && referredKinds.has(kind);
  if (!plan.changes.some(isSpared)) return plan;
  const unread = new Set(kindsWithReferences.filter(kind => !account.kinds.has(kind)));
  const more = unread.size === 0 ? new Map<KindName, readonly AccountRecord[]>() : (await readMore(unread)).kinds;
  const held = new Map([...account.kinds, ...more]);
  // A record that changes refers to what its file says, which was checked already.
  const changing = new Set(plan.changes.map(nameOf));
  const users: UsedBy = new Map();
  for (const kind of kindsWithReferences) {
    for (const one of held.get(kind) ?? [])
      if (!changing.has(nameOf({kind, name: one.name}))) noteUses(kind, one, users);
  }
  return withoutImpossible(plan, change => {
    const user = isSpared(change) ? users.get(nameOf(change)) : undefined;
    const stays = user && held.get(change.kind)?.find(one => one.name === change.name);
    if (stays) noteUses(change.kind, stays, users);
    return user && `${user} uses it`;
  });
}

/** The kinds whose records refer to others. */
export const kindsWithReferences: readonly KindName[] = ['segments', 'automations', 'mailings'];

/** The kinds that they refer to and that can be deleted. */
const referredKinds: ReadonlySet<KindName> = new Set(['lists', 'senders', 'segments']);

/** The people who left by what the files say themselves: nobody comes back unseen where they are added as such. */
export function knownLeavers(files: EntriesByKind): ReadonlySet<string> {
  const everything = entriesOf(files, 'unsubscribes').map(({email}) => String(email));
  const groups = entriesOf(files, 'groups').flatMap(({recipients}) => (recipients ?? []) as string[]);
  return new Set([...everything, ...groups].map(foldAddress));
}
