import type {AccountRecord} from '../account-files/account/read-account.js';
import type {ApplyJournal} from '../account-files/apply/apply-journal.js';
import {emailPrint} from '../account-files/apply/change-automation.js';
import {createdFingerprint} from '../account-files/compare/fingerprint.js';
import {kinds} from '../account-files/kinds/kinds.js';
import type {Entry} from '../account-files/kinds/shape.js';
import type {Loose} from '../api/describe/schema.js';
import {census} from '../identity/census.js';
import {identityOf, isNamedByAddress, nameKey} from '../identity/identities.js';
import {recordKey} from './other-restores.js';

/** The kinds whose records stand alone, in the order in which they come back. */
export const ownKinds = ['lists', 'fields', 'senders', 'automations', 'notifications'] as const;

export type OwnKind = (typeof ownKinds)[number];

/** A deleted record that stands alone. */
export type Wanted = {
  readonly record: Loose;
  /** Its name in the plan, which tells it from every other of its name. */
  readonly name: string;
  /** Its name in the service. */
  readonly called: string;
  /** What a record of the account has in common with it if they are the same. */
  readonly print: string;
  /** What it is created from. */
  readonly entry: Entry;
};

/** What is known of the account: its records, what this restore has made, and what was there before the deletion. */
type Known = {
  readonly held: readonly AccountRecord[];
  readonly made: ApplyJournal['made'];
  /** The highest row when the copy was made. An older record is another one, whatever it looks like. */
  readonly lastRow: number;
  /** What restores of other copies have made. */
  readonly others: ReadonlySet<string>;
};

/** Pairs deleted records with those of the account, each with one. What this restore has made is known by its id. */
export function pairOff(
  kind: OwnKind,
  wanted: readonly Wanted[],
  {held, made, lastRow, others}: Known,
): ReadonlyMap<Wanted, AccountRecord> {
  const ids = made.records.get(kind);
  const madeIds = new Set([...(ids?.values() ?? [])].map(({id}) => String(id)));
  const ours = new Map(held.map(one => [String(one.id), one]));
  // One is enough of what nobody has twice, even if another restore made it.
  const mayBe = ({row, id}: AccountRecord): boolean =>
    isNamedByAddress(kind) || (row > lastRow && !(identityOf(kind).repeats && others.has(recordKey(kind, id))));
  const later = census(
    held.filter(one => mayBe(one) && !madeIds.has(String(one.id))),
    one => printOf(kind, one),
  );
  return new Map(
    wanted.flatMap(one => {
      const there = ours.get(String(ids?.get(one.name)?.id)) ?? later.take(one.print);
      return there ? [[one, there] as const] : [];
    }),
  );
}

/** What two records of a kind have in common if they are the same: their name, or all that they hold. */
export const printOf = (kind: OwnKind, {called, entry}: Pick<Wanted, 'called' | 'entry'>): string =>
  identityOf(kind).repeats
    ? createdFingerprint(kind, {...entry, [kinds[kind].identity]: called})
    : nameKey(kind, called);

/** The deleted emails that an automation of the account lacks. */
export function missingEmails<E extends {readonly entry: Entry}>(
  wanted: readonly E[],
  {entry, below: rows}: AccountRecord,
  {made, lastRow, others}: Omit<Known, 'held'>,
): readonly E[] {
  const ours = new Set([...(made.members.get('automations')?.values() ?? [])].flatMap(ids => [...ids.values()]));
  const entries = (entry['emails'] ?? []) as readonly Entry[];
  const later = rows.flatMap((row, at) => {
    const isOurs = ours.has(String(row['utr']));
    const isLater = Number(row['id']) > lastRow && !others.has(recordKey('automations emails', row['utr']));
    return isOurs || isLater ? [{isOurs, entry: entries[at] ?? {}}] : [];
  });
  const same = census(later, each => emailPrint(each.entry));
  const taken = new Set<unknown>();
  const missing = wanted.filter(one => {
    const there = same.take(emailPrint(one.entry));
    taken.add(there);
    return there === undefined;
  });
  // The service may store an email in another form than emk sent it.
  const rewritten = census(
    later.filter(each => each.isOurs && !taken.has(each)),
    each => String(each.entry['subject']),
  );
  return missing.filter(one => rewritten.take(String(one.entry['subject'])) === undefined);
}
