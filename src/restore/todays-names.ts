import {refersTo, serviceName} from '../account-files/account/account-lists.js';
import {type RecordNames, textOf} from '../account-files/account/entries.js';
import type {AccountState} from '../account-files/account/read-account.js';
import {kinds as allKinds} from '../account-files/kinds/kinds.js';
import {isKindName, type KindName, kindNames} from '../account-files/kinds/shape.js';
import {readEveryCopy} from '../accounts/read-kept-deletion.js';
import type {Loose} from '../api/describe/schema.js';

import type {Context} from '../commands/command.js';
import type {Copied} from './read-copy.js';

/** What deleted records refer to, by its name of today: by its id if that lives, or else by the name that it had. */
export type TodaysNames = RecordNames & {
  /** The name that a deleted record had, if a copy of it is kept. */
  earlierName(kind: KindName, id: unknown): string | undefined;
  /** What was referred to since the last call and is gone. */
  gone(): readonly string[];
  /** The name of the copy that has what is gone, by the words for it. */
  copyWith(gone: string): string | undefined;
};

/** Reads the names that records of these kinds may refer to, and the names of their parents. */
export async function todaysNames(
  context: Context,
  account: AccountState,
  kinds: ReadonlySet<KindName>,
  copied: Copied,
): Promise<TodaysNames> {
  const referred = new Set([...kinds].flatMap(kind => [...refersTo[kind], ...(kind === 'segments' ? [kind] : [])]));
  const live = new Map<KindName, ReadonlyMap<string, string>>();
  for (const kind of referred)
    live.set(kind, new Map([...(await account.idsOf(kind))].map(([name, id]) => [id, name])));
  const earlier = referred.size === 0 ? {names: noTexts, copies: noTexts} : await earlierNames(context, copied);
  const earlierName = (kind: KindName, id: unknown) => earlier.names.get(`${kind} ${textOf(id)}`);
  const places = kinds.has('senders') ? await account.places() : undefined;
  let gone: string[] = [];
  return {
    nameOf(kind, id) {
      const names = live.get(kind) ?? new Map<string, string>();
      const before = earlierName(kind, id);
      const name = names.get(textOf(id)) ?? [...names.values()].find(each => each === before);
      if (name === undefined && Number(textOf(id)) !== 0) gone.push(goneInWords(kind, before, id));
      return name;
    },
    placeOf: (kind, id) => textOf(places?.[kind].find(place => textOf(place['id']) === textOf(id))?.['name']),
    fieldOf: id => id,
    earlierName,
    copyWith: words => earlier.copies.get(words),
    gone() {
      const all = gone;
      gone = [];
      return all;
    },
  };
}

/** A record that is gone, in words: by the name that it had, or else by its id. */
export const goneInWords = (kind: KindName, before: string | undefined, id: unknown): string =>
  `the ${allKinds[kind].collection.noun.one} ${before === undefined ? textOf(id) : `"${before}"`}`;

type Texts = ReadonlyMap<string, string>;
const noTexts: Texts = new Map();

/** The names of deleted records by kind and id, as the copies of this account have them, and the last copy of each. */
async function earlierNames(
  context: Context,
  copied: Copied,
): Promise<{readonly names: Texts; readonly copies: Texts}> {
  const [names, copies] = [new Map<string, string>(), new Map<string, string>()];
  const see = (kind: KindName, record: Loose): string => {
    const name = serviceName(kind)(record);
    names.set(`${kind} ${textOf(record['id'])}`, name);
    return name;
  };
  for await (const {copy, kind, record} of readEveryCopy(context))
    if (isKindName(kind)) copies.set(goneInWords(kind, see(kind, record), record['id']), copy);
  // The copy may be a file of its own.
  for (const kind of kindNames)
    if (kind !== 'templates' && kind !== 'groups') for (const record of copied.recordsOf(kind)) see(kind, record);
  return {names, copies};
}
