import type {Permit} from '../../api/describe/permit.js';
import type {Loose} from '../../api/describe/schema.js';
import {census} from '../../change/identity/census.js';
import {nameKey} from '../../change/identity/identities.js';
import type {Item, MadeIds} from '../../change/work/journal.js';
import type {Context} from '../../commands/command.js';
import {createAll, type WantedRecord} from '../../commands/verbs/create-all.js';
import {type Listed, type Removal, removeRecords, sayWayBack} from '../../commands/verbs/remove-records.js';
import {InterruptedError, UnknownOutcomeError} from '../../core/errors.js';
import {operations as email} from '../../endpoints/automation-emails.js';
import {updateSend} from '../../mailings/change.js';
import type {CheckRules} from '../../mailings/options.js';
import {createSend} from '../../mailings/send.js';
import {type AtDoor, openDoor} from '../../people/door.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import {addTo, type Book, leavingBook, type SegmentPerson, segmentBook} from '../../resources/add-to.js';
import {pause, setLive} from '../../resources/automations.js';
import groupCommands from '../../resources/groups.js';
import senderCommands from '../../resources/senders.js';
import {canonicalText, createdPrint} from './differences.js';
import {type AccountRecord, type AccountState, type Id, placeIds, serviceName} from './entries.js';
import {addressIn, type Entry, isEntry, type Key, type Keys, type KindName, type Value} from './keys.js';
import {kinds} from './kinds.js';
import {type ApplyJournal, memberItem, recordItem} from './made.js';
import {targetOf} from './plan.js';
import type {Change, FieldChange} from './shapes.js';

/** What is needed to make the changes of an apply. */
export type ApplyWork = {
  /** A context without questions: the plan was agreed to as a whole. */
  readonly context: Context;
  /** The permit for the whole plan. */
  readonly permit: Permit;
  readonly journal: ApplyJournal;
  readonly names: Names;
  readonly rules: CheckRules;
  /** How people pass the door: those who left by what the files say come in. */
  readonly door: AtDoor & {readonly known: ReadonlySet<string>};
  /** Whether what was made goes again: nothing is then written down as ours, and no list goes with people on it. */
  readonly takesBack: boolean;
  /** Called before each change, so that an error can name it. */
  begins(change: Change | undefined): void;
  /** The kinds of which a record that another run has made meanwhile is as good as an own one. */
  adopts(kind: KindName): boolean;
  accountRecord(kind: KindName, name: string): AccountRecord | undefined;
  /** Whether a record was in the account when the work was planned. */
  isKnown(kind: KindName, record: Loose): boolean;
};

export type Task = {readonly change: Change; readonly entry: Entry};

/** Creates all new records of a kind at once, and then what is below them. */
export async function createNew(work: ApplyWork, kind: KindName, tasks: readonly Task[]): Promise<void> {
  if (kind === 'unsubscribes') return createUnsubscribes(work, tasks);
  await createByForm(work, kind, tasks);
  for (const task of kinds[kind].below ? tasks : []) {
    work.begins(task.change);
    await changeBelow(work, task);
  }
}

/** Changes a record with the command that people use, which reads, merges, writes and checks, and what is below it. */
export async function changeOne(work: ApplyWork, task: Task): Promise<void> {
  const {change, entry} = task;
  const {context, rules} = work;
  const id = await idOf(work, change.kind, change.name);
  const changed = await changedForm(work, task);
  if (change.kind === 'mailings') {
    const at = change.fields.some(({key}) => key === 'at') ? {at: String(entry['at'])} : {};
    await updateSend(context, {...changed, ...at, ...rules, utr: id} as never, undefined);
  } else if (Object.keys(changed).length > 0) {
    const [command, key] =
      change.kind === 'groups' ? ([groups.update, 'id'] as const) : ([senders.update, 'sender_id'] as const);
    await command.run(context, {[key]: Number(id), ...changed} as never);
  }
  await changeBelow(work, task);
}

const {commands: groups} = groupCommands;
const {commands: senders} = senderCommands;

const changeBelow = (work: ApplyWork, task: Task): Promise<void> =>
  task.change.kind === 'automations' ? changeAutomation(work, task) : changePeople(work, task);

export async function idOf(
  {accountRecord, names}: Pick<ApplyWork, 'accountRecord' | 'names'>,
  kind: KindName,
  name: string,
): Promise<Id> {
  // A sent mailing may have the same name as a scheduled one.
  const id = accountRecord(kind, name)?.id ?? (await names.idOf(kind, name));
  if (id === undefined) throw new Error(`There is no id for ${kind} ${name}.`);
  return id;
}

/** The ids of the names in entries: those in the account, and those made since it was read. */
export type Names = {
  idOf(kind: KindName, name: string): Promise<Id | undefined>;
  learn(kind: KindName, name: string, id: Id): Promise<void>;
  /** The values of an entry in the service's form, by parameter. */
  toForm(keys: Keys, entry: Entry): Promise<Loose>;
};

export function createNames(account: Pick<AccountState, 'idsOf' | 'places'>): Names {
  const known = new Map<KindName, Promise<Map<string, Id>>>();
  const idsOf = (kind: KindName): Promise<Map<string, Id>> => {
    const ids = known.get(kind) ?? account.idsOf(kind).then(found => new Map<string, Id>(found));
    known.set(kind, ids);
    return ids;
  };
  const toValue = async (key: Key, value: Value): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map(each => toValue(key, each)));
    if (key.refers === undefined || value === '') return value;
    const target = targetOf(String(value), key);
    const id = target && (await idsOf(target.kind)).get(target.name);
    if (id === undefined) throw new Error(`There is no id for ${String(value)}.`);
    return key.refers === 'audience' ? `${target?.kind === 'segments' ? 'segments' : 'contacts'}_${id}` : Number(id);
  };
  const placesIn = async (keys: Keys, entry: Entry): Promise<Readonly<Record<string, number>>> => {
    // A place may be given by its id already.
    const isPlaced = Object.entries(entry).some(([name, value]) => keys[name]?.place && value && !Number(value));
    return isPlaced ? placeIds(await account.places(), keys, entry).ids : {};
  };
  return {
    idOf: async (kind, name) => (await idsOf(kind)).get(name),
    async learn(kind, name, id) {
      (await idsOf(kind)).set(name, id);
    },
    async toForm(keys, entry) {
      const form: Record<string, unknown> = {};
      const places = await placesIn(keys, entry);
      for (const [name, value] of Object.entries(entry)) {
        const key = keys[name];
        if (key?.param !== undefined) form[key.param] = places[name] ?? (await toValue(key, value));
      }
      // An omitted key means its empty value, and the service must be sent a flag that is off.
      for (const {param, type, required} of Object.values(keys))
        if (param && type === 'flag' && required) form[param] ??= false;
      return form;
    },
  };
}

/** Creates the records of a kind, and finds each in the list by its name and a higher row than before. */
async function createByForm(work: ApplyWork, kind: KindName, tasks: readonly Task[]): Promise<void> {
  const {context, names, journal} = work;
  const wanted = tasks.map(task => ({
    item: recordItem(kind, task.change.name),
    print: createdPrint(kind, task.entry),
    name: nameKey(kind, task.change.name),
    send() {
      work.begins(task.change);
      return kind === 'mailings' ? sendMailing(work, task) : sendForm(work, task);
    },
  }));
  const creations = {
    ...{of: kinds[kind].collection, journal, adopts: work.adopts(kind)},
    nameOf: (row: Loose) => nameKey(kind, serviceName(kind)(row)),
    isKnown: (row: Loose) => work.isKnown(kind, row),
    made: ({item}: (typeof wanted)[number], id: Id) => names.learn(kind, item.key, id),
  };
  await createAll(context, creations, wanted);
}

async function sendForm({context, permit, names}: ApplyWork, {change, entry}: Task): Promise<unknown> {
  const {create, keys} = kinds[change.kind];
  if (create === undefined) throw new Error(`Nothing creates ${change.kind}.`);
  return context.send(permit, create, (await names.toForm(keys, entry)) as never);
}

/** Schedules a mailing with its checks. The plan has checked that its moment is in the future. */
async function sendMailing({context, names, rules}: ApplyWork, {entry}: Task): Promise<unknown> {
  const form = await names.toForm(kinds.mailings.keys, entry);
  // It is this name's turn already.
  const alone: Context = {...context, takeTurns: (_things, _what, act) => act()};
  const made = await createSend(alone, {...form, at: String(entry['at']), ...rules} as never);
  return made.kind === 'record' ? made.record : undefined;
}

/** The changed fields of a record's form. A field that is omitted in the file is emptied. */
async function changedForm({names}: ApplyWork, {change, entry}: Task): Promise<Loose> {
  const {keys} = kinds[change.kind];
  const changed = new Set(change.fields.map(({key}) => key));
  // Another country has other states and cities, so all of them are sent.
  const movesPlace = [...changed].some(name => keys[name]?.place);
  const written = Object.entries(keys).filter(([name, key]) => changed.has(name) || (movesPlace && key.place));
  const empty = ({type}: Key): Value => (type === 'texts' || type === 'entries' ? [] : type === 'flag' ? false : '');
  const values = written.map(([name, key]): [string, Value] => [name, entry[name] ?? empty(key)]);
  return names.toForm(Object.fromEntries(written), Object.fromEntries(values));
}

/** What to add to the list of a record, and what to remove. */
export function membersIn(
  fields: readonly FieldChange[],
  key: string,
): {readonly added: readonly Value[]; readonly removed: readonly Value[]} {
  const field = fields.find(each => each.key === key);
  return field && 'added' in field ? field : {added: [], removed: []};
}

/** Where the records below a record are listed: the people of a group or segment, the emails of an automation. */
function listBelow(kind: KindName, parent: Id): Listed {
  const {below} = kinds[kind];
  if (below === undefined) throw new Error(`There is nothing below ${kind}.`);
  return {of: below.of, listInput: {[below.by]: parent}};
}

const leaving = ({context, permit}: ApplyWork, group: Id | null) =>
  leavingBook(context, group === null ? null : Number(group), async () => permit);

/** A value of a list of people in the form of the service. */
const personIn = (value: Value): SegmentPerson => {
  const {'first-name': first_name = '', 'last-name': last_name = ''} = isEntry(value) ? value : {};
  return {email: addressIn(value), first_name: String(first_name), last_name: String(last_name)};
};

async function createUnsubscribes(work: ApplyWork, tasks: readonly Task[]): Promise<void> {
  // Several go in one request, of which nobody can say whom it failed at.
  work.begins(tasks.length === 1 ? tasks[0]?.change : undefined);
  const names = tasks.map(({change}) => change.name);
  await addPeople(work, leaving(work, null), names, name => recordItem('unsubscribes', name));
}

/** Updates the people in the list of a group or segment, and writes down whom it adds. */
async function changePeople(work: ApplyWork, {change}: Task): Promise<void> {
  const {journal, context, permit} = work;
  const {kind, name} = change;
  const {added, removed} = membersIn(change.fields, 'recipients');
  if (added.length + removed.length === 0) return;
  const id = await idOf(work, kind, name);
  const book: Book<SegmentPerson> =
    kind === 'segments'
      ? segmentBook(context, Number(id), await openDoor(context, work.door), async () => permit)
      : leaving(work, id);
  // A person whose entry changed is removed first, because the list would not accept the address twice.
  if (removed.length > 0) {
    const wanted = new Set(removed.map(value => foldAddress(addressIn(value))));
    const ids: Id[] = [];
    for await (const one of book.entries()) if (wanted.has(foldAddress(one.email))) ids.push(one.id);
    await removeAll(context, {...listBelow(kind, id), permit}, ids);
    for (const value of wanted) journal.note({kind: 'undone', item: memberItem(kind, name, value)});
  }
  if (added.length > 0) await addPeople(work, book, added, address => memberItem(kind, name, foldAddress(address)));
}

/** Adds people to a list, which is on disk before the first request and after the last. */
async function addPeople(
  {context, journal}: ApplyWork,
  book: Book<SegmentPerson>,
  values: readonly Value[],
  itemOf: (address: string) => Item,
): Promise<void> {
  const people = values.map(personIn);
  const items = new Map(people.map(({email: address}) => [foldAddress(address), itemOf(address)]));
  let step: number | undefined;
  let made: MadeIds = [];
  const noting: Book<SegmentPerson> = {
    ...book,
    async opened(fresh, lastRow) {
      const since = {lastRow, startedAt: context.host.now().getTime()};
      step = journal.begin('creates', {items: [...items.values()]}, {since});
      return book.opened(fresh, lastRow);
    },
    added(entries) {
      made = entries.map(({id, email: address}) => [items.get(foldAddress(address))?.key ?? address, id]);
    },
  };
  const {failed, stopped} = await addTo(context, noting, {people});
  const errors = [...(stopped ? [stopped] : []), ...failed.map(({error}) => error)];
  const isDoubtful = errors.some(error => error instanceof UnknownOutcomeError);
  if (step !== undefined) journal.answer(step, isDoubtful ? 'unknown' : 'acknowledged', {made});
  if (errors[0]) throw errors[0];
}

/** Updates the emails of an automation, and pauses it if it should not be live. */
async function changeAutomation(work: ApplyWork, {change}: Task): Promise<void> {
  const {name, fields} = change;
  const utr = await idOf(work, 'automations', name);
  const {added, removed} = membersIn(fields, 'emails');
  const old = emailIdsIn(work, name, removed);
  if (fields.some(({key}) => key === 'live') && !fields.some(goesLive) && work.accountRecord('automations', name))
    await pause.run(work.context, {utr} as never);
  await addEmails(work, name, utr, added);
  await removeAll(work.context, {...listBelow('automations', utr), permit: work.permit}, old);
  for (const value of old) work.journal.note({kind: 'undone', item: memberItem('automations', name, value)});
}

export const goesLive = (field: FieldChange): boolean => field.key === 'live' && 'to' in field && field.to === true;

/** Sets an automation live, after its checks. */
export async function goLive(work: ApplyWork, {change}: Task): Promise<void> {
  const utr = String(await idOf(work, 'automations', change.name));
  await setLive.run(work.context, {utr, ...work.rules} as never);
}

/** The utrs of emails in the account; of two equal emails, each is used once. */
function emailIdsIn({accountRecord}: ApplyWork, name: string, removed: readonly Value[]): readonly string[] {
  const there = accountRecord('automations', name);
  const emails = (there?.entry['emails'] ?? []) as readonly Entry[];
  const print = (one: Value): string => canonicalText(kinds.automations.keys['emails']?.below ?? {}, one as Entry);
  const left = census(emails.keys(), at => print(emails[at] as Entry));
  return removed.flatMap(one => {
    const at = left.take(print(one));
    return at === undefined ? [] : [String(there?.below[at]?.['utr'])];
  });
}

/** Adds emails to an automation, and writes down each. Those that another run has added meanwhile are there. */
async function addEmails(work: ApplyWork, name: string, utr: Id, emails: readonly Value[]): Promise<void> {
  const {context, permit, journal} = work;
  const {of} = listBelow('automations', utr);
  const {below = {}} = kinds.automations.keys['emails'] ?? {};
  const known = new Set(work.accountRecord('automations', name)?.below.map(row => row['utr']));
  const wanted: WantedRecord[] = [];
  for (const one of emails) {
    const form = await work.names.toForm(below, one as Entry);
    wanted.push({
      item: memberItem('automations', name, String(form['subject'] ?? '')),
      name: emailName(form),
      send: () => context.send(permit, email.add, {...form, utr} as never),
    });
  }
  // An email is told by its code, since two of them may have one subject.
  const byCode: ApplyJournal['answer'] = (step, as, {made = [], ...more} = {}) =>
    journal.answer(step, as, {...more, made: made.map(([, id]) => [String(id), id])});
  const creations = {
    of,
    within: {utr},
    nameOf: emailName,
    isKnown: (row: Loose) => known.has(row['utr']),
    adopts: true,
  };
  await createAll(context, {...creations, journal: {begin: journal.begin, answer: byCode}, made: () => {}}, wanted);
}

/** What tells the emails of an automation apart. */
const emailName = (one: Loose): string =>
  JSON.stringify(['subject', 'waiting_period', 'waiting_type'].map(key => trim(String(one[key] ?? ''))));

/** Deletes records, and calls `gone` for each that no longer exists. Failures are thrown after all were tried. */
export async function removeAll(
  context: Context,
  where: Omit<Removal, 'kept'> & Partial<Pick<Removal, 'kept'>>,
  ids: readonly Id[],
  gone: (id: Id) => void = () => {},
): Promise<void> {
  if (ids.length === 0) return;
  const {failed, stopped, kept} = await removeRecords(context, {kept: 'copy', ...where}, ids);
  const failures = failed.filter(({error}) => error.exit !== GONE);
  const left = new Set(failures.map(({id}) => String(id)));
  for (const id of ids) if (!left.has(String(id))) gone(id);
  sayWayBack(context, where.of, {kept, done: ids.length - left.size});
  const unknown = failures.find(({error}) => error instanceof UnknownOutcomeError)?.error;
  const failure = stopped instanceof InterruptedError ? stopped : (unknown ?? stopped ?? failures[0]?.error);
  if (failure) throw failure;
}

const GONE = 4;
