import {targetOf} from '../../accounts/target.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Context} from '../../commands/command.js';
import type {Listed} from '../../commands/verbs/remove-records.js';
import type {EmkError} from '../../errors.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {itemsIn} from '../../work/state.js';
import {toEmkError} from '../../work/stop-errors.js';
import {textOf} from '../account/entries.js';
import {type AccountRecord, type AccountState, idsByName, readAccount} from '../account/read-account.js';
import {createdFingerprint, fingerprintOf} from '../compare/compare-entries.js';
import {contactCounts} from '../compare/compare-folder.js';
import {kindsWithReferences, nameOf, noteUses, type UsedBy} from '../compare/references.js';
import {type Id, isEmpty, knowsAccount, type Made, type MadeRecord, readLockFile} from '../folder/made.js';
import {entriesOf, existingFolder, readFiles} from '../folder/read-files.js';
import {kinds} from '../kinds/kinds.js';
import type {Kept, MadeOne} from '../kinds/results.schema.js';
import {type KindName, kindNames} from '../kinds/shape.js';
import {
  type ApplyJournal,
  importItem,
  memberItem,
  recordItem,
  settleDoubts,
  waitForDoubts,
  withApplyJournal,
} from './apply-journal.js';
import {emailsOf, groupRecipientsOf, segmentPeople} from './change-one.js';
import {countAdded, undoContacts} from './contacts.js';
import {removeAll} from './remove-records.js';
import {withoutQuestions} from './work.js';

export type DestroyOptions = {readonly folder: string; readonly settle: number};

/** What should be deleted, what was deleted, and the error that ended the work early, if any. */
export type Destroyed = DeletedMade & {
  readonly found: FoundMade;
  readonly error: EmkError | undefined;
  /** How many records of the files are in the account, if no lock file here says what was made in it. */
  readonly unknownHere?: number;
};

/** Deletes what the applies of a folder have created, if it was not changed since, after `agree` has returned. */
export async function destroy(
  context: Context,
  {folder, settle}: DestroyOptions,
  agree: (found: FoundMade) => Promise<Permit>,
): Promise<Destroyed> {
  const root = await existingFolder(context.host, folder, 'Name the folder that was applied.');
  const target = targetOf(await context.account());
  return withApplyJournal(context.host, root, target, async journal => {
    const isUnknown =
      isEmpty(journal.made) && journal.doubts.length === 0 && !knowsAccount(await readLockFile(root), target);
    const unknownHere = isUnknown ? await countThere(context, root) : undefined;
    const destroyed = await destroyWith(context, journal, settle, agree);
    return {...destroyed, ...(unknownHere !== undefined && {unknownHere})};
  });
}

/** How many records of the files are in the account, made from here or not. */
async function countThere(context: Context, root: string): Promise<number> {
  const files = await readFiles(root, new Set(kindNames), 'paths');
  const account = await readAccount(context, new Set(files.keys()));
  return [...files.keys()].reduce((count, kind) => {
    const names = new Set(account.kinds.get(kind)?.map(({name}) => name));
    return count + entriesOf(files, kind).filter(entry => names.has(String(entry[kinds[kind].identity]))).length;
  }, 0);
}

async function destroyWith(
  context: Context,
  journal: ApplyJournal,
  settle: number,
  agree: (found: FoundMade) => Promise<Permit>,
): Promise<Destroyed> {
  const nothing: DeletedMade = {deleted: [], kept: [], members: [], contacts: 0};
  await waitForDoubts(
    context,
    journal.doubts.map(({since}) => since),
    settle,
  );
  const account = await readAccount(context, kindsOf(journal));
  if (!context.globals.dryRun) settleDoubts(journal, account);
  const found = findMade(journal.made, account, run => countAdded(context.host, run));
  if (context.globals.dryRun) return {...nothing, found, error: undefined};
  const isNothing = found.records.length + found.members.length + found.imports.length === 0;
  const permit = isNothing ? undefined : await agree(found);
  const taken: DeletedMade = {deleted: [], kept: [...found.kept], members: [], contacts: 0};
  let error: EmkError | undefined;
  try {
    if (permit) await deleteMade({context: withoutQuestions(context, permit), journal, permit}, found, taken);
  } catch (thrown) {
    error = toEmkError(thrown, context.host);
  }
  const ids = idsByName(account);
  for (const {kind, name} of taken.deleted) (ids.get(kind) as Map<string, unknown>).delete(name);
  await journal.finish(ids);
  return {...taken, found, error};
}

/** The kinds of everything that was made or may have been, and the kinds whose records may use it. */
function kindsOf({made, doubts}: ApplyJournal): ReadonlySet<KindName> {
  const met = new Set([
    ...made.records.keys(),
    ...made.members.keys(),
    ...doubts.flatMap(({about}) => itemsIn(about).map(({kind}) => kind as KindName)),
  ]);
  if (made.imports.size > 0) met.add('lists');
  const isUsable = met.has('lists') || met.has('senders');
  return new Set(kindNames.filter(kind => met.has(kind) || (isUsable && kindsWithReferences.includes(kind))));
}

/** An addition to a record: a person on a list, an email in an automation. */
export type Member = MadeOne & {readonly parent: Id; readonly value: string};

/** What was made from this folder, in its current state. */
export type FoundMade = {
  /** The records that are unchanged, in the order in which they can be deleted. */
  readonly records: readonly MadeOne[];
  readonly members: readonly Member[];
  /** The imports whose contacts will be deleted, each with their greatest number. */
  readonly imports: ReadonlyArray<{readonly list: string; readonly run: string; readonly count: number}>;
  /** The imports that ran on another machine, which alone knows whom they added: their contacts stay. */
  readonly elsewhere: ReadonlyArray<{readonly list: string; readonly run: string}>;
  readonly kept: readonly Kept[];
  /** Records that somebody else has deleted, or their members. */
  readonly gone: readonly MadeOne[];
};

/** Finds everything that was made from this folder, by id. `added` says how many contacts an import has added. */
export function findMade(
  {records: made, members, imports}: Made,
  account: AccountState,
  added: (run: string) => number | undefined,
): FoundMade {
  const records: MadeOne[] = [];
  const kept: Kept[] = [];
  const gone: MadeOne[] = [];
  const users: UsedBy = new Map();
  const heldOf = (kind: KindName) => account.kinds.get(kind) ?? [];
  const runs = [...imports].flatMap(([list, some]) => [...some].reverse().map(run => ({list, run, count: added(run)})));
  const lists = new Set(heldOf('lists').map(({name}) => name));
  const elsewhere = runs.filter(({list, count}) => count === undefined && lists.has(list));
  const occupied = new Set(elsewhere.map(({list}) => list));
  // Records come before those that they refer to, so it is known which of them stay.
  const reasonToKeep = (one: MadeOne, record: MadeRecord) => {
    const {kind, name, id} = one;
    if (kind === 'lists' && occupied.has(name))
      return {why: 'it has contacts that were imported on another machine', needsLook: true};
    const held = heldOf(kind).find(each => String(each.id) === String(id));
    const user = users.get(nameOf(one));
    return (
      keepReason(kind, name, record, {held, account, members: members.get(kind)?.get(name)}) ??
      (user === undefined ? undefined : {why: `${user} uses it`, needsLook: true})
    );
  };
  for (const kind of [...kindNames].reverse()) {
    const going = new Set<string>();
    for (const [name, record] of made.get(kind) ?? []) {
      const one = {kind, name, id: record.id};
      const why = reasonToKeep(one, record);
      if (why === 'gone') gone.push(one);
      else if (why !== undefined) kept.push({...one, ...why});
      else {
        going.add(String(record.id));
        records.push(one);
      }
    }
    for (const held of heldOf(kind).filter(({id}) => !going.has(String(id)))) noteUses(kind, held, users);
  }
  // Parts of a record are deleted with it, and a record that somebody changed stays unchanged.
  const whole = new Set([...records, ...kept.filter(({needsLook}) => needsLook)].map(nameOf));
  const left = membersIn(members, account);
  return {
    records,
    members: left.filter(({kind, name}) => !whole.has(nameOf({kind, name}))),
    imports: runs.flatMap(({list, run, count}) => (count === undefined ? [] : [{list, run, count}])),
    elsewhere: elsewhere.map(({list, run}) => ({list, run})),
    kept,
    gone,
  };
}

function membersIn(members: Made['members'], account: AccountState): readonly Member[] {
  const found: Member[] = [];
  for (const [kind, byName] of members) {
    for (const [name, byValue] of byName) {
      const parent = account.kinds.get(kind)?.find(held => held.name === name);
      for (const [value, id] of byValue) {
        const row = parent?.below.find(
          each => String(kind === 'automations' ? each['utr'] : each['id']) === String(id),
        );
        if (parent && row && isStillMember(kind, row, value)) found.push({kind, name, id, parent: parent.id, value});
      }
    }
  }
  return found;
}

const isStillMember = (kind: KindName, row: Readonly<Record<string, unknown>>, value: string): boolean =>
  kind === 'automations' || foldAddress(textOf(row['email_address'] ?? row['email'])) === value;

/** Why a record stays, and whether a person should look at it. */
type KeepReason = {readonly why: string; readonly needsLook: boolean};

/** A record's current state, and what was added to it. */
type RecordNow = {
  readonly held: AccountRecord | undefined;
  readonly account: Pick<AccountState, 'sent'>;
  readonly members: ReadonlyMap<string, Id> | undefined;
};

/** Why a record made from this folder stays; `gone` if somebody has deleted it, undefined if it is unchanged. */
function keepReason(kind: KindName, name: string, record: MadeRecord, now: RecordNow): KeepReason | 'gone' | undefined {
  const {held, account} = now;
  if (held === undefined) {
    const went = kind === 'mailings' && account.sent.some(one => String(one.id) === String(record.id));
    return went ? {why: 'it went out, and emk keeps its statistics', needsLook: false} : 'gone';
  }
  const {can} = kinds[kind];
  if (can.delete !== true) return {why: can.delete, needsLook: false};
  if (held.name !== name) return {why: `somebody renamed it to "${held.name}"`, needsLook: true};
  return isStill(kind, record, held, now.members) ? undefined : {why: 'somebody has changed it since', needsLook: true};
}

/** Whether a record is still as an apply left it, finished or interrupted. */
function isStill(kind: KindName, record: MadeRecord, held: AccountRecord, members: RecordNow['members']): boolean {
  const now = fingerprintOf(kind, held.entry);
  if (record.finishedFingerprint !== undefined)
    return now === record.finishedFingerprint || now === record.intendedFingerprint;
  const own = new Set([...(members?.values() ?? [])].map(String));
  if (held.entry['live'] === true || held.below.some(({utr}) => !own.has(String(utr)))) return false;
  return createdFingerprint(kind, held.entry) === record.createdFingerprint;
}

/** What was deleted so far, and what stays. It fills while emk deletes, so that an error loses nothing of the report. */
type DeletedMade = {
  readonly deleted: MadeOne[];
  readonly kept: Kept[];
  /** The people and emails that were removed from records that stay. */
  readonly members: Member[];
  contacts: number;
};

type Deleting = {readonly context: Context; readonly journal: ApplyJournal; readonly permit: Permit<'deletes'>};

/** Deletes what was made, in reverse order of the dependencies, and writes down what is gone. */
async function deleteMade({context, journal, permit}: Deleting, found: FoundMade, taken: DeletedMade): Promise<void> {
  for (const {list, run} of found.imports) {
    taken.contacts += (await undoContacts(context, run)).deleted;
    journal.note({kind: 'undone', item: importItem(list, run)});
  }
  for (const {kind, name} of found.gone) journal.note({kind: 'undone', item: recordItem(kind, name)});
  for (const kind of [...kindNames].reverse()) {
    await removeMembers(
      {context, journal, permit},
      found.members.filter(member => member.kind === kind),
      taken,
    );
    const ofKind = found.records.filter(record => record.kind === kind);
    const {empty, kept} = kind === 'lists' ? await onlyEmpty(context, ofKind) : {empty: ofKind, kept: []};
    taken.kept.push(...kept);
    await removeRecords({context, journal, permit}, kind, empty, taken);
  }
}

async function removeRecords(
  {context, journal, permit}: Deleting,
  kind: KindName,
  records: readonly MadeOne[],
  taken: DeletedMade,
): Promise<void> {
  const byId = new Map(records.map(record => [record.id, record] as const));
  await removeAll(context, {of: kinds[kind].collection, listInput: {}, permit, mostPeople: 0}, [...byId.keys()], id => {
    const record = byId.get(id);
    if (record === undefined) return;
    journal.note({kind: 'undone', item: recordItem(record.kind, record.name)});
    taken.deleted.push(record);
  });
}

/** Removes people and emails from records that stay, record by record. */
async function removeMembers(
  {context, journal, permit}: Deleting,
  members: readonly Member[],
  taken: DeletedMade,
): Promise<void> {
  const byParent = new Map<string, Member[]>();
  for (const member of members) byParent.set(member.name, [...(byParent.get(member.name) ?? []), member]);
  for (const [name, some] of byParent) {
    const [{kind, parent}] = some as [Member];
    const byId = new Map(some.map(member => [member.id, member] as const));
    await removeAll(context, {...listOf(kind, parent), permit}, [...byId.keys()], id => {
      const member = byId.get(id);
      if (member === undefined) return;
      journal.note({kind: 'undone', item: memberItem(kind, name, member.value)});
      taken.members.push(member);
    });
  }
}

function listOf(kind: KindName, parent: Member['parent']): Listed {
  if (kind === 'automations') return emailsOf(parent);
  return (kind === 'segments' ? segmentPeople(parent) : groupRecipientsOf(parent)).listed;
}

/** The lists that are empty: deleting a type deletes its contacts, and other people's contacts must stay. */
async function onlyEmpty(context: Context, types: readonly MadeOne[]): Promise<{empty: MadeOne[]; kept: Kept[]}> {
  if (types.length === 0) return {empty: [], kept: []};
  const counts = await contactCounts(context);
  const isEmpty = ({id}: MadeOne): boolean => (counts.get(String(id)) ?? 0) === 0;
  const kept = types
    .filter(type => !isEmpty(type))
    .map(type => ({...type, why: 'it has contacts that were not created here', needsLook: true}));
  return {empty: types.filter(isEmpty), kept};
}
