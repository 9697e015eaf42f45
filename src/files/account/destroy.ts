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
import {counted} from '../../core/words/sentence.js';
import contacts from '../../endpoints/contacts.js';
import type {SomePeople} from '../../output/results/documents.js';
import type {Result} from '../../output/results/result.js';
import {clean} from '../../output/text/sanitise.js';
import {mailAgainInWords, somePeople} from '../../people/mail-again.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {endingInWords} from '../../resources/automations-work.js';
import {withoutQuestions} from './apply.js';
import {listBelow, removeAll} from './changes.js';
import {createdPrint, printOf} from './differences.js';
import {type AccountRecord, type AccountState, type Id, readAccount} from './entries.js';
import {existingFolder} from './files.js';
import {type KindName, kindNames} from './keys.js';
import {kinds, textOf} from './kinds.js';
import {
  type ApplyJournal,
  importItem,
  lockKey,
  type MadeOne,
  memberItem,
  readLockFile,
  recordItem,
  settleDoubts,
  waitForDoubts,
  withApplyJournal,
} from './made.js';
import {contactCounts, kindsWithReferences, nameOf, noteUses, type UsedBy} from './plan.js';
import type {DestroyedData} from './shapes.js';
import {mailAgainLines, recordTitle, showBefore} from './words.js';

type DestroyOptions = {
  readonly folder: string;
  readonly settle: number;
  /** Whether contacts that somebody changed since their import go too. */
  readonly force?: boolean | undefined;
  readonly maxDelete?: number | undefined;
};

type Gone = DestroyedData['deleted'][number];
type Kept = DestroyedData['kept'][number];

/** A record that goes, or a part of one that stays: a person on a list, an email. */
type Going = Gone & {readonly part?: {readonly of: Id; readonly value: string}};

/** Contacts that an import has added. */
type Imported = {readonly list: string; readonly run: string; readonly count: number};

/** What was made from a folder, as it is now. */
type FoundMade = {
  /** What is unchanged, in the order in which it can be deleted. */
  readonly going: readonly Going[];
  readonly imports: readonly Imported[];
  readonly kept: readonly Kept[];
  /** Records that somebody else has deleted. */
  readonly gone: readonly Gone[];
};

/** What was deleted so far, and what stays. It fills while emk deletes, so that an error loses nothing of the report. */
type Taken = {readonly gone: Going[]; kept: readonly Kept[]; contacts: number};

/** Deletes what the applies of a folder have created, if it was not changed since, and reports what is gone and what stays. */
export async function runDestroy(context: Context, options: DestroyOptions): Promise<Ended> {
  const {host, globals, ask} = context;
  const root = await existingFolder(host, options.folder, 'Name the folder that was applied.');
  const target = targetOf(await context.account());
  return withApplyJournal(host, root, target, async journal => {
    const isKnown = journal.made.size + journal.doubts.length > 0 || (await readLockFile(root)).has(lockKey(target));
    if (!isKnown) throw nothingKnown();
    const began = journal.doubts.map(({since}) => since);
    await waitForDoubts(context, began, options.settle);
    const look = async (): Promise<FoundMade> => {
      const account = await readAccount(context, kindsOf(journal));
      if (!globals.dryRun) settleDoubts(journal, account);
      return findMade([...journal.made.values()], account, host);
    };
    const found = await look();
    const taken: Taken = {gone: [], kept: found.kept, contacts: 0};
    if (globals.dryRun) {
      await context.agree(effectOfDestroy(found), {what: questionFor(found)});
      return ended(noWork, shown({...taken, gone: [...found.going], contacts: contactsOf(found)}, dryWords(found)));
    }
    let error: EmkError | undefined;
    if (found.going.length + found.imports.length > 0) {
      const permit = await agreeToDelete(context, found, options.maxDelete);
      // While the question was open, somebody may have changed what it was about.
      const now = ask.possible && !globals.yes ? stillAgreed(found, await look()) : found;
      taken.kept = now.kept;
      const deleting = {context: withoutQuestions(context, permit), journal, permit, force: options.force};
      error = await deleteMade(deleting, now, taken).then(
        () => undefined,
        thrown => toEmkError(thrown, host),
      );
    }
    await journal.finish();
    return reported(found, taken, error);
  });
}

const nothingKnown = (): PartialError =>
  new PartialError('No emk.lock.json in this folder names anything made from here in this account.', {
    hint: 'Nothing was deleted. Run this in the folder with the emk.lock.json that the apply wrote, or delete the records by hand.',
  });

/** The kinds of everything that was made or may have been, and the kinds whose records may use it. */
function kindsOf({made, doubts}: ApplyJournal): ReadonlySet<KindName> {
  const items = [...made.values(), ...doubts.flatMap(({about}) => itemsIn(about))];
  const met = new Set(items.map(({kind}) => (kind === 'contacts' ? 'lists' : kind)));
  const isUsable = met.has('lists') || met.has('senders');
  return new Set(kindNames.filter(kind => met.has(kind) || (isUsable && kindsWithReferences.includes(kind))));
}

/** Finds everything that was made from this folder, by id. */
function findMade(made: readonly MadeOne[], account: AccountState, host: Host): FoundMade {
  const [records, kept, gone]: [Gone[], Kept[], Gone[]] = [[], [], []];
  const users: UsedBy = new Map();
  const heldOf = (kind: KindName) => account.kinds.get(kind) ?? [];
  const {imports, elsewhere} = importsIn(made, host);
  const partsOf = (kind: KindName, name: string) => made.filter(one => one.kind === kind && one.within === name);
  const whyKept = (one: Gone, record: MadeOne): Why | 'gone' | undefined => {
    const {kind, name} = one;
    const held = heldOf(kind).find(each => String(each.id) === String(one.id));
    if (held === undefined) {
      const wentOut = kind === 'mailings' && account.sent.some(({id}) => String(id) === String(one.id));
      return wentOut ? {why: 'it went out, and emk keeps its statistics', needsLook: false} : 'gone';
    }
    if (kind === 'lists' && elsewhere.has(name)) return fromElsewhere(elsewhere.get(name));
    const why = whyStays(kind, record, held, partsOf(kind, name));
    if (why) return why;
    const user = users.get(nameOf(one));
    return user === undefined ? undefined : {why: `${user} uses it`, needsLook: true};
  };
  // Records come before those that they refer to, so it is known which of them stay.
  for (const kind of [...kindNames].reverse()) {
    const going = new Set<string>();
    for (const record of made.filter(one => one.kind === kind && one.within === undefined)) {
      const one = {kind, name: record.key, id: record.id};
      const why = whyKept(one, record);
      if (why === 'gone') gone.push(one);
      else if (why) kept.push({...one, ...why});
      else {
        going.add(String(record.id));
        records.push(one);
      }
    }
    for (const held of heldOf(kind).filter(({id}) => !going.has(String(id)))) noteUses(kind, held, users);
  }
  for (const {name, id} of heldOf('lists').filter(one => elsewhere.has(one.name)))
    if (!kept.some(one => one.kind === 'lists' && one.name === name))
      kept.push({kind: 'lists', name, id, ...fromElsewhere(elsewhere.get(name))});
  // Parts of a record are deleted with it, and a record that somebody changed stays unchanged.
  const whole = new Set([...records, ...kept.filter(({needsLook}) => needsLook)].map(nameOf));
  const parts = kindNames.flatMap(kind =>
    heldOf(kind).flatMap(({name, id: of, below}) =>
      partsOf(kind, name).flatMap(({id, key: value}): readonly Going[] =>
        isThere(kind, below, id, value) ? [{kind, name, id, part: {of, value}}] : [],
      ),
    ),
  );
  return {...{imports, kept, gone}, going: [...parts.filter(one => !whole.has(nameOf(one))), ...records]};
}

type Why = Omit<Kept, keyof Gone>;

/** The imports of this machine, the newest first, and the lists into which another one has imported, with its run. */
function importsIn(made: readonly MadeOne[], host: Host) {
  const imports: Imported[] = [];
  const elsewhere = new Map<string, string>();
  for (const {within: list = '', key: run} of made.filter(({kind}) => kind === 'contacts').reverse()) {
    const count = countAdded(host, run);
    if (count === undefined) elsewhere.set(list, run);
    else imports.push({list, run, count});
  }
  return {imports, elsewhere};
}

const fromElsewhere = (run = ''): Why => ({
  why: `the import ${run} added contacts to it on another machine, which alone knows whom`,
  needsLook: true,
});

/** Why a record that is there stays, whoever uses it. */
function whyStays(kind: KindName, record: MadeOne, held: AccountRecord, parts: readonly MadeOne[]): Why | undefined {
  const {can} = kinds[kind];
  if (can.delete !== true) return {why: can.delete, needsLook: false};
  if (held.name !== record.key) return {why: `somebody renamed it to "${held.name}"`, needsLook: true};
  return isStill(kind, record, held, parts) ? undefined : {why: 'somebody has changed it since', needsLook: true};
}

/** Whether a person or an email is below a record, and still the one that was added. */
function isThere(kind: KindName, below: AccountRecord['below'], id: Id, value: string): boolean {
  const row = below.find(each => String(each[kinds[kind].below?.of.key ?? 'id']) === String(id));
  if (row === undefined) return false;
  return kind === 'automations' || foldAddress(textOf(row['email_address'] ?? row['email'])) === value;
}

/** Whether a record is still as an apply left it, finished or interrupted. */
function isStill(
  kind: KindName,
  {prints = []}: MadeOne,
  {entry, below}: AccountRecord,
  parts: readonly MadeOne[],
): boolean {
  if (prints.includes(printOf(kind, entry))) return true;
  const own = new Set(parts.map(({id}) => String(id)));
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

/** What a person agreed to and may still go; what must stay by now is as the second look says. */
function stillAgreed({going}: FoundMade, now: FoundMade): FoundMade {
  const agreed = new Set(going.map(itemText));
  return {...now, going: now.going.filter(one => agreed.has(itemText(one)))};
}

const itemText = ({kind, id, part}: Going): string => JSON.stringify([kind, id, part?.of]);

type Deleting = {
  readonly context: Context;
  readonly journal: ApplyJournal;
  readonly permit: Permit<'deletes'>;
  readonly force: boolean | undefined;
};

/** Deletes what was made, in reverse order of the dependencies, and writes down what is gone. */
async function deleteMade({context, journal, permit, force}: Deleting, found: FoundMade, taken: Taken): Promise<void> {
  const changed = new Set<string>();
  for (const {list, run} of found.imports) {
    const {data, error} = await undoImport(context, {id: run, force});
    if (error) throw error;
    taken.contacts += data.deleted;
    if (data.deleted < data.added) changed.add(list);
    else journal.note({kind: 'undone', item: importItem(list, run)});
  }
  for (const {kind, name} of found.gone) journal.note({kind: 'undone', item: recordItem(kind, name)});
  const remove = async (some: readonly Going[]): Promise<void> => {
    const [first] = some;
    if (first === undefined) return;
    const {kind, part} = first;
    const where = part ? listBelow(kind, part.of) : {of: kinds[kind].collection, listInput: {}};
    const ids = some.map(({id}) => id);
    await removeAll(context, {...where, permit}, ids, id => {
      for (const one of some.filter(each => each.id === id)) {
        journal.note({kind: 'undone', item: itemOf(one)});
        taken.gone.push(one);
      }
    });
  };
  for (const kind of [...kindNames].reverse()) {
    const ofKind = found.going.filter(one => one.kind === kind);
    for (const of of new Set(ofKind.flatMap(({part}) => part?.of ?? [])))
      await remove(ofKind.filter(({part}) => part?.of === of));
    const records = ofKind.filter(({part}) => part === undefined);
    await remove(kind === 'lists' ? await onlyEmpty(context, records, changed, taken) : records);
  }
}

const itemOf = ({kind, name, part}: Going) => (part ? memberItem(kind, name, part.value) : recordItem(kind, name));

/** The lists that are empty: deleting a list deletes its contacts, and other people's contacts must stay. */
async function onlyEmpty(
  context: Context,
  lists: readonly Going[],
  changed: ReadonlySet<string>,
  taken: Taken,
): Promise<readonly Going[]> {
  if (lists.length === 0) return [];
  const counts = await contactCounts(context);
  const isEmpty = ({id}: Gone): boolean => (counts.get(String(id)) ?? 0) === 0;
  const why = (name: string): string =>
    changed.has(name)
      ? 'somebody has changed contacts that were imported here (to delete them too, add --force)'
      : 'it has contacts that were not created here';
  const filled = lists.filter(one => !isEmpty(one)).map(one => ({...one, why: why(one.name), needsLook: true}));
  taken.kept = [...taken.kept, ...filled];
  return lists.filter(isEmpty);
}

async function agreeToDelete(context: Context, found: FoundMade, maxDelete: number | undefined): Promise<Permit> {
  const automations = found.going.filter(({kind, part}) => kind === 'automations' && !part).map(({id}) => String(id));
  const ending = await endingInWords(context, new Set(automations));
  showBefore(context, `${[...listed(found), ...ending].join('\n')}\n`);
  return context.agree(effectOfDestroy(found), {what: questionFor(found), maxDelete});
}

function questionFor(found: FoundMade): string {
  const count = contactsOf(found);
  const again = mailAgainFrom(found.going);
  const parts = [
    ...countsOf(found.going),
    ...(count > 0 ? [`up to ${counted(count, 'contact')} that were imported`] : []),
  ];
  return `Delete ${parts.join(', ')}${again.count === 0 ? '' : ` (${mailAgainInWords(again)})`}`;
}

function countsOf(going: readonly Going[]): readonly string[] {
  const parts = partsIn(going);
  const records = going.length - parts;
  return [
    ...(records > 0 ? [counted(records, 'record')] : []),
    ...(parts > 0 ? [`${counted(parts, 'entry', 'entries')} of lists`] : []),
  ];
}

const partsIn = (going: readonly Going[]): number => going.filter(({part}) => part).length;

/** What it deletes; an automation of which an email goes is changed, and undoing an import may subscribe people. */
const effectOfDestroy = (found: FoundMade): Effect =>
  join<Sort>(
    ...found.going.map(({kind}) => effectOf('deletes', kinds[kind].collection, 1, {wayBack: 'copy'})),
    effectOf('deletes', contacts, contactsOf(found), {wayBack: 'copy'}),
  );

/** The people who get mail again because what unsubscribed them from here is deleted. */
const mailAgainFrom = (going: readonly Going[]): SomePeople =>
  somePeople(
    going.flatMap(({kind, name, part}) => {
      if (kind === 'groups') return part ? [part.value] : [];
      return kind === 'unsubscribes' ? [name] : [];
    }),
  );

const contactsOf = ({imports}: Pick<FoundMade, 'imports'>): number => imports.reduce((sum, {count}) => sum + count, 0);

function reported(found: FoundMade, taken: Taken, error: EmkError | undefined): Ended {
  const {gone, kept, contacts: people} = taken;
  const done = gone.length + people;
  const stay = kept.filter(({needsLook}) => needsLook).length;
  const planned = found.going.length + contactsOf(found);
  const sum = sumOf({wanted: (error ? Math.max(planned, done) : done) + stay, done, impossible: stay});
  if (error && done === 0) throw errorOf(sum, error, endWords) ?? error;
  const records = gone.filter(({part}) => !part);
  const parts = partsIn(gone);
  const lines = [
    ...records.map(record => `Deleted ${recordTitle(record)}`),
    ...(parts > 0 ? [`Took ${counted(parts, 'entry', 'entries')} off lists`] : []),
    ...(people > 0 ? [`Deleted ${counted(people, 'contact')}`] : []),
    ...mailAgainLines(mailAgainFrom(gone)),
    ...staying(kept),
  ];
  return ended(sum, shown(taken, lines.length > 0 ? lines : [NOTHING]), error ?? keptError(stay), endWords);
}

/** The error for records that stay although they were made here: a person should look at them. */
const keptError = (stay: number): EmkError | undefined =>
  stay === 0
    ? undefined
    : new PartialError(counted(stay, 'record stays.', 'records stay.'), {
        hint: 'The reasons are above. If nobody needs these records, delete them by hand.',
      });

const endWords: EndWords = {
  counts: ['record', 'records'],
  did: 'deleted',
  again: 'Run the same line again. emk looks first, and deletes what is left.',
};

const NOTHING = 'There was nothing to delete: the lock file names nothing made from here that is still in the account.';

const shown = ({gone, kept, contacts: people}: Taken, lines: readonly string[]): Result => ({
  kind: 'data',
  data: {
    deleted: gone.filter(({part}) => !part),
    ...{kept, members: partsIn(gone), contacts: people},
    mail_again: mailAgainFrom(gone),
  } satisfies DestroyedData,
  text: lines.join('\n'),
  ...{prose: true, report: true},
});

const listed = (found: FoundMade): readonly string[] => [
  ...found.going.map(one => `- ${one.part ? `${clean(one.part.value)} in ` : ''}${recordTitle(one)}`),
  ...found.imports.map(
    ({list, count}) => `- up to ${counted(count, 'contact')} that were imported into "${clean(list)}"`,
  ),
  ...staying(found.kept).map(line => `  ${line}`),
];

const dryWords = (found: FoundMade): readonly string[] => [
  ...listed(found),
  ...mailAgainLines(mailAgainFrom(found.going)),
  found.going.length + found.imports.length === 0
    ? 'There is nothing to delete.'
    : 'Without --dry-run, emk deletes this.',
];

const staying = (kept: readonly Kept[]): readonly string[] =>
  kept.map(one => `The ${recordTitle(one)} stays: ${clean(one.why)}.`);
