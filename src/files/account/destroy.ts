import {targetOf} from '../../accounts/target.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Change as Sort} from '../../api/describe/schema.js';
import {type Effect, effectOf, join} from '../../change/effect/effect.js';
import {type Ended, type EndWords, ended, errorOf, noWork, sumOf} from '../../change/work/ending.js';
import {itemsIn} from '../../change/work/state.js';
import {toEmkError} from '../../change/work/stop-errors.js';
import type {Context} from '../../commands/command.js';
import {undoImport} from '../../contacts/command/undo.js';
import {pastRun, unlookedRows} from '../../contacts/journal/runs.js';
import {type EmkError, NotFoundError, PartialError} from '../../core/errors.js';
import type {Host} from '../../core/system/host.js';
import {counted, plural} from '../../core/words/sentence.js';
import contacts from '../../endpoints/contacts.js';
import type {SomePeople} from '../../output/results/documents.schema.js';
import type {Result} from '../../output/results/result.js';
import {clean} from '../../output/text/sanitise.js';
import {mailAgainInWords, somePeople} from '../../people/mail-again.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {endingInWords} from '../../resources/automations-work.js';
import {withoutQuestions} from './apply.js';
import {listBelow, removeAll} from './changes.js';
import {createdPrint, printOf} from './differences.js';
import {type AccountRecord, type AccountState, type Id, readAccount} from './entries.js';
import {existingFolder, namesIn, readFiles} from './files.js';
import {type KindName, kindNames} from './keys.js';
import {kinds, textOf} from './kinds.js';
import {
  type ApplyJournal,
  importItem,
  lockKey,
  type Made,
  type MadeOne,
  memberItem,
  readLockFile,
  recordItem,
  settleDoubts,
  waitForDoubts,
  withApplyJournal,
} from './made.js';
import {contactCounts, kindsWithReferences, nameOf, noAccountIn, noteUses, type UsedBy} from './plan.js';
import type {DestroyedData} from './shapes.js';
import {mailAgainLines, recordTitle, showBefore} from './words.js';

type DestroyOptions = {readonly folder: string; readonly settle: number};

type Gone = DestroyedData['deleted'][number];
type Kept = DestroyedData['kept'][number];

/** An addition to a record that was there: a person on a list, an email in an automation. */
type Member = Gone & {readonly parent: Id; readonly value: string};

/** What was deleted so far, and what stays. It fills while emk deletes, so that an error loses nothing of the report. */
type Taken = {readonly deleted: Gone[]; readonly kept: Kept[]; readonly members: Member[]; contacts: number};

/** Deletes what the applies of a folder have created, if it was not changed since, and reports what is gone and what stays. */
export async function runDestroy(
  context: Context,
  {folder, settle}: DestroyOptions,
  maxDelete: number | undefined,
): Promise<Ended> {
  const root = await existingFolder(context.host, folder, 'Name the folder that was applied.');
  const target = targetOf(await context.account());
  return withApplyJournal(context.host, root, target, async journal => {
    const isNew = journal.made.size + journal.doubts.length === 0 && !(await readLockFile(root)).has(lockKey(target));
    const unknownHere = isNew ? await countThere(context, root) : undefined;
    const began = journal.doubts.map(({since}) => since);
    await waitForDoubts(context, began, settle);
    const account = await readAccount(context, kindsOf(journal));
    if (!context.globals.dryRun) settleDoubts(journal, account);
    const found = findMade(journal.made, account, run => countAdded(context.host, run));
    const taken: Taken = {deleted: [], kept: [...found.kept], members: [], contacts: 0};
    const isNothing = found.records.length + found.members.length + found.imports.length === 0;
    if (context.globals.dryRun) {
      await context.agree(effectOfDestroy(found), {what: questionFor(found)});
      return ended(noWork, shown({...found, deleted: found.records, contacts: contactsOf(found)}, dryWords(found)));
    }
    let error: EmkError | undefined;
    if (!isNothing) {
      const permit = await agreeToDelete(context, found, maxDelete);
      const deleting = {context: withoutQuestions(context, permit), journal, permit};
      error = await deleteMade(deleting, found, taken).then(
        () => undefined,
        thrown => toEmkError(thrown, context.host),
      );
    }
    await journal.finish();
    return reported(found, taken, error, unknownHere);
  });
}

/** How many records of the files are in the account, made from here or not. */
async function countThere(context: Context, root: string): Promise<number> {
  const files = await readFiles(root, new Set(kindNames), 'paths');
  if (files.size === 0) throw noAccountIn(root);
  const account = await readAccount(context, new Set(files.keys()));
  return [...files.keys()].reduce((count, kind) => {
    const names = new Set(account.kinds.get(kind)?.map(({name}) => name));
    return count + namesIn(files, kind).filter(name => names.has(name)).length;
  }, 0);
}

/** The kinds of everything that was made or may have been, and the kinds whose records may use it. */
function kindsOf({made, doubts}: ApplyJournal): ReadonlySet<KindName> {
  const items = [...made.values(), ...doubts.flatMap(({about}) => itemsIn(about))];
  const met = new Set(items.map(({kind}) => (kind === 'contacts' ? 'lists' : kind)));
  const isUsable = met.has('lists') || met.has('senders');
  return new Set(kindNames.filter(kind => met.has(kind) || (isUsable && kindsWithReferences.includes(kind))));
}

/** What was made from this folder, in its current state. */
type FoundMade = {
  /** The records that are unchanged, in the order in which they can be deleted. */
  readonly records: readonly Gone[];
  readonly members: readonly Member[];
  /** The imports whose contacts will be deleted, each with their greatest number. */
  readonly imports: ReadonlyArray<{readonly list: string; readonly run: string; readonly count: number}>;
  /** The imports that ran on another machine, which alone knows whom they added: their contacts stay. */
  readonly elsewhere: ReadonlyArray<{readonly list: string; readonly run: string}>;
  readonly kept: readonly Kept[];
  /** Records that somebody else has deleted. */
  readonly gone: readonly Gone[];
};

/** Finds everything that was made from this folder, by id. `added` says how many contacts an import has added. */
function findMade(made: Made, account: AccountState, added: (run: string) => number | undefined): FoundMade {
  const all = [...made.values()];
  const [records, kept, gone]: [Gone[], Kept[], Gone[]] = [[], [], []];
  const users: UsedBy = new Map();
  const heldOf = (kind: KindName) => account.kinds.get(kind) ?? [];
  const imports = all.filter(({kind}) => kind === 'contacts').reverse();
  const runs = imports.map(({within: list = '', key: run}) => ({list, run, count: added(run)}));
  const lists = new Set(heldOf('lists').map(({name}) => name));
  const elsewhere = runs.filter(({list, count}) => count === undefined && lists.has(list));
  const membersOf = (kind: KindName, name: string) => all.filter(one => one.kind === kind && one.within === name);
  const whyKept = (one: Gone, record: MadeOne): Omit<Kept, keyof Gone> | 'gone' | undefined => {
    const {kind, name, id} = one;
    if (kind === 'lists' && elsewhere.some(({list}) => list === name))
      return {why: 'it has contacts that were imported on another machine', needsLook: true};
    const held = heldOf(kind).find(each => String(each.id) === String(id));
    const user = users.get(nameOf(one));
    if (held === undefined) {
      const went = kind === 'mailings' && account.sent.some(each => String(each.id) === String(id));
      return went ? {why: 'it went out, and emk keeps its statistics', needsLook: false} : 'gone';
    }
    const why = whyStays(kind, record, held, membersOf(kind, name));
    if (why !== undefined) return why;
    return user === undefined ? undefined : {why: `${user} uses it`, needsLook: true};
  };
  // Records come before those that they refer to, so it is known which of them stay.
  for (const kind of [...kindNames].reverse()) {
    const going = new Set<string>();
    for (const record of all.filter(one => one.kind === kind && one.within === undefined)) {
      const one = {kind, name: record.key, id: record.id};
      const why = whyKept(one, record);
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
  const members = kindNames.flatMap(kind =>
    heldOf(kind).flatMap(parent =>
      membersOf(kind, parent.name).flatMap(({id, key: value}): readonly Member[] =>
        isThere(kind, parent, id, value) ? [{kind, name: parent.name, id, parent: parent.id, value}] : [],
      ),
    ),
  );
  return {
    ...{records, kept, gone},
    members: members.filter(one => !whole.has(nameOf(one))),
    imports: runs.flatMap(({list, run, count}) => (count === undefined ? [] : [{list, run, count}])),
    elsewhere: elsewhere.map(({list, run}) => ({list, run})),
  };
}

/** Why a record that is there stays, whoever uses it. */
function whyStays(
  kind: KindName,
  record: MadeOne,
  held: AccountRecord,
  members: readonly MadeOne[],
): Omit<Kept, keyof Gone> | undefined {
  const {can} = kinds[kind];
  if (can.delete !== true) return {why: can.delete, needsLook: false};
  if (held.name !== record.key) return {why: `somebody renamed it to "${held.name}"`, needsLook: true};
  return isStill(kind, record, held, members) ? undefined : {why: 'somebody has changed it since', needsLook: true};
}

/** Whether a person or an email is below a record, and still the one that was added. */
function isThere(kind: KindName, parent: AccountRecord, id: Id, value: string): boolean {
  const row = parent.below.find(each => String(each[kinds[kind].below?.of.key ?? 'id']) === String(id));
  if (row === undefined) return false;
  return kind === 'automations' || foldAddress(textOf(row['email_address'] ?? row['email'])) === value;
}

/** Whether a record is still as an apply left it, finished or interrupted. */
function isStill(
  kind: KindName,
  {prints = []}: MadeOne,
  {entry, below}: AccountRecord,
  members: readonly MadeOne[],
): boolean {
  if (prints.includes(printOf(kind, entry))) return true;
  const own = new Set(members.map(({id}) => String(id)));
  if (entry['live'] === true || below.some(({utr, id}) => !own.has(String(utr ?? id)))) return false;
  return prints.includes(createdPrint(kind, entry));
}

/** The largest number of contacts that a run may have added; undefined if its journal is not on this machine. */
function countAdded(host: Host, run: string): number | undefined {
  try {
    const {header, state} = pastRun(host, run);
    const looked = state.added
      .flatMap(({looks}) => looks.flatMap(([, ids]) => ids))
      .reduce((sum, [first, last]) => sum + last - first + 1, 0);
    return unlookedRows(state).length === 0 ? looked : Math.max(looked, header.rows.toSend);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

type Deleting = {readonly context: Context; readonly journal: ApplyJournal; readonly permit: Permit<'deletes'>};

/** Deletes what was made, in reverse order of the dependencies, and writes down what is gone. */
async function deleteMade({context, journal, permit}: Deleting, found: FoundMade, taken: Taken): Promise<void> {
  for (const {list, run} of found.imports) {
    const {data, error} = await undoImport(context, {id: run});
    if (error) throw error;
    taken.contacts += data.deleted;
    journal.note({kind: 'undone', item: importItem(list, run)});
  }
  for (const {kind, name} of found.gone) journal.note({kind: 'undone', item: recordItem(kind, name)});
  for (const kind of [...kindNames].reverse()) {
    const byParent = new Map<Id, Member[]>();
    for (const one of found.members.filter(each => each.kind === kind))
      byParent.set(one.parent, [...(byParent.get(one.parent) ?? []), one]);
    for (const [parent, some] of byParent)
      await removeAll(
        context,
        {...listBelow(kind, parent), permit},
        some.map(({id}) => id),
        id => {
          const member = some.find(each => each.id === id) as Member;
          journal.note({kind: 'undone', item: memberItem(kind, member.name, member.value)});
          taken.members.push(member);
        },
      );
    const ofKind = found.records.filter(record => record.kind === kind);
    const records = kind === 'lists' ? await onlyEmpty(context, ofKind, taken) : ofKind;
    const where = {of: kinds[kind].collection, listInput: {}, permit, mostPeople: 0};
    await removeAll(
      context,
      where,
      records.map(({id}) => id),
      id => {
        const record = records.find(each => each.id === id) as Gone;
        journal.note({kind: 'undone', item: recordItem(kind, record.name)});
        taken.deleted.push(record);
      },
    );
  }
}

/** The lists that are empty: deleting a list deletes its contacts, and other people's contacts must stay. */
async function onlyEmpty(context: Context, lists: readonly Gone[], {kept}: Taken): Promise<readonly Gone[]> {
  if (lists.length === 0) return [];
  const counts = await contactCounts(context);
  const isEmpty = ({id}: Gone): boolean => (counts.get(String(id)) ?? 0) === 0;
  const why = 'it has contacts that were not created here';
  kept.push(...lists.filter(one => !isEmpty(one)).map(one => ({...one, why, needsLook: true})));
  return lists.filter(isEmpty);
}

async function agreeToDelete(context: Context, found: FoundMade, maxDelete: number | undefined): Promise<Permit> {
  const automations = found.records.filter(({kind}) => kind === 'automations').map(({id}) => String(id));
  const ending = await endingInWords(context, new Set(automations));
  showBefore(context, `${[...listed(found), ...ending].join('\n')}\n`);
  return context.agree(effectOfDestroy(found), {what: questionFor(found), maxDelete});
}

function questionFor(found: FoundMade): string {
  const {records, members, imports} = found;
  const parts = [
    ...(records.length > 0 ? [counted(records.length, 'record')] : []),
    ...(members.length > 0 ? [`${counted(members.length, 'entry', 'entries')} of lists`] : []),
    ...(imports.length > 0 ? [`up to ${counted(contactsOf(found), 'contact')} that were imported`] : []),
  ];
  const again = mailAgainFrom(records, members);
  return `Delete ${parts.join(', ')}${again.count === 0 ? '' : ` (${mailAgainInWords(again)})`}`;
}

/** What it deletes; an automation of which an email goes is changed, and undoing an import may subscribe people. */
const effectOfDestroy = (found: FoundMade): Effect =>
  join<Sort>(
    ...[...found.records, ...found.members].map(({kind}) =>
      effectOf('deletes', kinds[kind].collection, 1, {wayBack: 'copy'}),
    ),
    effectOf('deletes', contacts, contactsOf(found), {wayBack: 'copy'}),
  );

/** The people who get mail again because what unsubscribed them from here is deleted. */
const mailAgainFrom = (records: readonly Gone[], members: readonly Member[]): SomePeople =>
  somePeople([
    ...records.filter(({kind}) => kind === 'unsubscribes').map(({name}) => name),
    ...members.filter(({kind}) => kind === 'groups').map(({value}) => value),
  ]);

const contactsOf = ({imports}: FoundMade): number => imports.reduce((sum, {count}) => sum + count, 0);

const endWords: EndWords = {
  counts: ['record', 'records'],
  did: 'deleted',
  again: 'Run the same line again. emk looks first, and deletes what is left.',
};

function reported(found: FoundMade, taken: Taken, error: EmkError | undefined, unknownHere = -1): Ended {
  const {deleted, kept, members} = taken;
  const {elsewhere} = found;
  const done = deleted.length + members.length + taken.contacts;
  const look = kept.filter(({needsLook}) => needsLook).length;
  const stay = look + elsewhere.length + Math.max(0, unknownHere);
  const planned = found.records.length + found.members.length + contactsOf(found);
  const sum = sumOf({wanted: (error ? Math.max(planned, done) : done) + stay, done, impossible: stay});
  if (error && done === 0) throw errorOf(sum, error, endWords) ?? error;
  const lines = [
    ...deleted.map(record => `Deleted ${recordTitle(record)}`),
    ...(members.length > 0 ? [`Took ${counted(members.length, 'entry', 'entries')} off lists`] : []),
    ...(taken.contacts > 0 ? [`Deleted ${counted(taken.contacts, 'contact')}`] : []),
    ...mailAgainLines(mailAgainFrom(deleted, members)),
    ...kept.map(one => `The ${recordTitle(one)} stays: ${clean(one.why)}.`),
    ...elsewhere.map(elsewhereInWords),
  ];
  const result = shown({...taken, elsewhere}, lines.length > 0 ? lines : nothingInWords(unknownHere));
  return ended(sum, result, error ?? keptError(look, elsewhere.length, unknownHere), endWords);
}

const shown = ({deleted, kept, members, contacts: people, elsewhere}: Shown, lines: readonly string[]): Result => ({
  kind: 'data',
  data: {
    ...{deleted, kept, members: members.length, contacts: people},
    mail_again: mailAgainFrom(deleted, members),
    imports_elsewhere: elsewhere,
  } satisfies DestroyedData,
  text: lines.join('\n'),
  ...{prose: true, report: true},
});

type Shown = Pick<FoundMade, 'members' | 'kept' | 'elsewhere'> & {
  readonly deleted: readonly Gone[];
  readonly contacts: number;
};

const listed = ({records, members, imports, elsewhere, kept}: FoundMade): readonly string[] => [
  ...records.map(record => `- ${recordTitle(record)}`),
  ...members.map(({value, ...of}) => `- ${clean(value)} in ${recordTitle(of)}`),
  ...imports.map(({list, count}) => `- up to ${counted(count, 'contact')} that were imported into "${clean(list)}"`),
  ...kept.map(one => `  ${recordTitle(one)} stays: ${clean(one.why)}.`),
  ...elsewhere.map(elsewhereInWords),
];

const dryWords = (found: FoundMade): readonly string[] => [
  ...listed(found),
  ...mailAgainLines(mailAgainFrom(found.records, found.members)),
  found.records.length + found.members.length + found.imports.length === 0
    ? 'There is nothing to delete.'
    : 'Without --dry-run, emk deletes this.',
];

const elsewhereInWords = ({list, run}: FoundMade['elsewhere'][number]): string =>
  `Contacts that the import ${run} added to "${clean(list)}" stay: only the machine that imported them knows which.`;

function nothingInWords(unknownHere: number): readonly string[] {
  if (unknownHere < 0)
    return ['There was nothing to delete: the lock file names nothing made from here that is still in the account.'];
  const are = counted(unknownHere, 'record of these files is', 'records of these files are');
  const stay = unknownHere === 0 ? '' : ` ${are} in the account, and ${plural(unknownHere, 'stays', 'stay')}.`;
  return [`Nothing was deleted: no emk.lock.json in this folder names anything made from here in this account.${stay}`];
}

/** The error for records that are in use now: a person should look at them. */
function keptError(look: number, elsewhere: number, unknownHere: number): EmkError | undefined {
  if (unknownHere > 0) {
    return new PartialError('emk cannot tell which records were made from these files.', {
      hint: 'Run this in the folder with the emk.lock.json that the apply wrote, or delete the records by hand.',
    });
  }
  const hint = 'The reasons are above. If nobody needs these records, delete them by hand.';
  if (look > 0)
    return new PartialError(counted(look, 'record created from here stays.', 'records created from here stay.'), {
      hint,
    });
  return elsewhere === 0 ? undefined : new PartialError('Contacts that were imported here stay.', {hint});
}
