import {serviceName} from '../account-files/account/account-lists.js';
import {below, textOf, toEntry} from '../account-files/account/entries.js';
import {type AccountRecord, readAccount, withoutEmpty} from '../account-files/account/read-account.js';
import type {ApplyJournal} from '../account-files/apply/apply-journal.js';
import {settleDoubts} from '../account-files/apply/settle-doubts.js';
import {changesOf} from '../account-files/compare/compare-entries.js';
import type {ComparedFiles} from '../account-files/compare/compare-folder.js';
import type {Change} from '../account-files/compare/plan.schema.js';
import {kinds} from '../account-files/kinds/kinds.js';
import type {Entry, KindName} from '../account-files/kinds/shape.js';
import type {Loose} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import type {EmkError} from '../errors.js';
import {somePeople} from '../who-left/mail-again.js';
import {comparePeople} from './compare-people.js';
import {add, type Comparing, type Copy, isGone, updateOf} from './comparing.js';
import {missingEmails, type OwnKind, ownKinds, pairOff, printOf, type Wanted} from './pair-off.js';
import type {Copied} from './read-copy.js';
import {goneInWords, todaysNames} from './todays-names.js';
import {withGroups} from './with-groups.js';

/** A copy as the files of an account: what the account lacks is created, and nothing else is touched. */
export type ComparedCopy = ComparedFiles & {
  /** The records of the copy that each change brings back. */
  readonly about: ReadonlyMap<Change, readonly Copy[]>;
  /** The records that are in the account already. */
  readonly there: readonly Copy[];
  /** The records that cannot come back, and why. */
  readonly failed: ReadonlyArray<Copy & {readonly error: EmkError}>;
  /** The lists that are there again, by their earlier ids. */
  readonly lists: ReadonlyMap<number, AccountRecord>;
};

type Known = {
  readonly journal: ApplyJournal;
  /** What restores of other copies have made. */
  readonly others: ReadonlySet<string>;
  /** Records that failed before are not tried again. */
  readonly failedBefore: ReadonlySet<Loose>;
};

/** Compares a copy with the account. */
export async function compareCopy(
  context: Context,
  copied: Copied,
  {journal, others, failedBefore}: Known,
): Promise<ComparedCopy> {
  const {has} = copied;
  const read = new Set<KindName>(ownKinds.filter(kind => has.has(kind)));
  if (has.has('automations emails')) read.add('automations');
  if (has.has('segments') || has.has('segments recipients')) read.add('segments');
  const account = await readAccount(context, read, kind => kind === 'automations');
  settleDoubts(journal, account, name => name.replace(/ #\d+$/, ''));
  const comparing: Comparing = {
    ...{context, copied, made: journal.made, others, names: await todaysNames(context, account, read, copied)},
    recordsOf: kind => copied.recordsOf(kind).filter(record => !failedBefore.has(record)),
    held: account.kinds,
    ...{changes: [], about: new Map(), serviceNames: new Map(), there: [], failed: []},
  };
  const {missing, automations, lists} = await pairAll(comparing);
  noteChanges(comparing, missing, emailsOf(comparing, automations));
  await comparePeople(comparing);
  const {changes, about, serviceNames, there, failed} = comparing;
  const files = new Map<KindName, {readonly entries: readonly Missing[]}>();
  for (const kind of ownKinds) files.set(kind, {entries: missing.filter(one => one.kind === kind)});
  const plan = {
    changes,
    impossible: [],
    contacts: [],
    left: {},
    stay_unsubscribed: somePeople([]),
    stay_away: somePeople([]),
  };
  return {files, account, plan, leavers: [], serviceNames, about, there, failed, lists};
}

type Missing = Wanted & {readonly kind: OwnKind};

/** The records that are missing, and the automations and lists that the copy had, by their earlier ids. */
async function pairAll(comparing: Comparing) {
  const {copied, made, others, held: account, there} = comparing;
  const automations = new Map<unknown, Wanted | AccountRecord>();
  const lists = new Map<number, AccountRecord>();
  const missing: Missing[] = [];
  for (const kind of ownKinds) {
    const wanted = await wantedOf(comparing, kind);
    const known = {held: account.get(kind) ?? [], made, lastRow: copied.lastRowOf(kind), others};
    const pairs = pairOff(kind, wanted, known);
    for (const one of wanted) {
      const held = pairs.get(one);
      if (held) there.push({kind, record: one.record});
      else missing.push({...one, kind});
      if (held && kind === 'lists') lists.set(Number(one.record['id']), held);
      if (kind === 'automations') automations.set(one.record['id'], held ?? one);
    }
  }
  return {missing, automations, lists};
}

/** Notes what to create, each automation with its emails, and the emails that other automations lack. */
function noteChanges(
  comparing: Comparing,
  missing: readonly Missing[],
  emails: ReadonlyMap<string, readonly Email[]>,
): void {
  for (const {kind, record, name, called, entry} of missing) {
    const own = kind === 'automations' ? (emails.get(name) ?? []) : [];
    const whole = {...entry, ...(own.length > 0 && {emails: own.map(each => each.entry)})};
    const change: Change = {action: 'create', kind, name, fields: changesOf(kinds[kind].keys, {}, whole, KEEPING)};
    comparing.serviceNames.set(change, called);
    add(comparing, change, [{kind, record}, ...own]);
  }
  const created = new Set(missing.map(({name}) => name));
  for (const [name, some] of emails) {
    const entries = some.map(({entry}) => entry);
    if (!created.has(name)) add(comparing, updateOf('automations', name, 'emails', entries), some);
  }
}

const KEEPING = {prune: false};

/** The deleted records of a kind as entries, without those that refer to something that is gone. */
async function wantedOf(comparing: Comparing, kind: OwnKind): Promise<readonly Wanted[]> {
  const {context, names, recordsOf} = comparing;
  const records = recordsOf(kind);
  const whole = kind === 'automations' ? await withGroups(context, records) : records;
  return records.flatMap((record, at): Wanted[] => {
    const called = serviceName(kind)(record);
    const own = {...names, name: called, children: []};
    const {live: _, ...entry} = withoutEmpty(toEntry(kind, whole[at] ?? record, own));
    if (isGone(comparing, {kind, record})) return [];
    const name = `${called} #${textOf(record['id'])}`;
    const typed = kind === 'automations' ? {type: 'custom', ...entry} : entry;
    const placed = {...typed, ...placesById(kind, record), [kinds[kind].identity]: name};
    return [{record, name, called, print: printOf(kind, {called, entry}), entry: placed}];
  });
}

/** The places of a record by their ids, because several may share a name. */
const placesById = (kind: OwnKind, record: Loose): Entry =>
  Object.fromEntries(
    Object.entries(kinds[kind].keys).flatMap(([name, {place, param = ''}]) =>
      place && Number(record[param]) > 0 ? [[name, Number(record[param])]] : [],
    ),
  );

type Email = Copy & {readonly entry: Entry};

/** The emails that automations lack, by the name of the automation in the plan or in the account. */
function emailsOf(
  comparing: Comparing,
  automations: ReadonlyMap<unknown, Wanted | AccountRecord>,
): ReadonlyMap<string, readonly Email[]> {
  const {copied, made, others, names, recordsOf, there} = comparing;
  const account = comparing.held.get('automations') ?? [];
  const kind = 'automations emails';
  const byParent = new Map<Wanted | AccountRecord, Email[]>();
  for (const record of recordsOf(kind)) {
    const id = record['automation_id'];
    const before = names.earlierName('automations', id);
    const parent =
      automations.get(id) ??
      account.find(({row}) => row === Number(id)) ??
      account.findLast(({called}) => called === before);
    const [entry = {}] = below('automations', 'emails', [record], names).map(withoutEmpty);
    const gone = parent ? [] : [goneInWords('automations', before, id)];
    if (isGone(comparing, {kind, record}, gone) || !parent) continue;
    const emails = byParent.get(parent) ?? [];
    byParent.set(parent, emails);
    emails.push({kind, record, entry});
  }
  const missing = new Map<string, readonly Email[]>();
  for (const [parent, emails] of byParent) {
    const left =
      'below' in parent ? missingEmails(emails, parent, {made, lastRow: copied.lastRowOf(kind), others}) : emails;
    there.push(...emails.filter(email => !left.includes(email)));
    if (left.length > 0) missing.set(parent.name, left);
  }
  return missing;
}
