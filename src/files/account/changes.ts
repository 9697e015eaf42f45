import type {Permit} from '../../api/describe/permit.js';
import type {Loose} from '../../api/describe/schema.js';
import {census} from '../../change/identity/census.js';
import {nameKey} from '../../change/identity/identities.js';
import type {Begun, Item} from '../../change/work/journal.js';
import type {Command, Context} from '../../commands/command.js';
import {utrIn} from '../../commands/verbs/create.js';
import {answeredIfFailed, createAll, type WantedRecord} from '../../commands/verbs/create-all.js';
import {surveyList} from '../../commands/verbs/find-created.js';
import {sayWayBack} from '../../commands/verbs/removal-report.js';
import {type Listed, type Removal, removeRecords} from '../../commands/verbs/remove-records.js';
import {InterruptedError, UnknownOutcomeError} from '../../core/errors.js';
import {operations as email} from '../../endpoints/automation-emails.js';
import {updateSend} from '../../mailings/change.js';
import type {CheckRules} from '../../mailings/options.js';
import {createSend} from '../../mailings/send.js';
import {type AtDoor, openDoor} from '../../people/door.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import {addTo, leavingBook} from '../../resources/add-to.js';
import {pause, setLive} from '../../resources/automations.js';
import groupCommands from '../../resources/groups.js';
import {type PersonToAdd, segmentBook} from '../../resources/segments-work.js';
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
  /** Called before each change, so that an error can name it. */
  begins(change: Change | undefined): void;
  /** The kinds of which a record that another run has made meanwhile is as good as an own one. */
  adopts(kind: KindName): boolean;
  accountRecord(kind: KindName, name: string): AccountRecord | undefined;
  /** Whether a record was in the account when the work was planned. */
  isKnown(kind: KindName, record: Loose): boolean;
};

export type Task = {readonly change: Change; readonly entry: Entry};

/** How the changes of a kind are made: all new records of it at once, and each that is there by itself. */
type Changer = {
  create(work: ApplyWork, tasks: readonly Task[]): Promise<void>;
  update(work: ApplyWork, task: Task): Promise<void>;
};

/** The changes of a kind that only its form writes, and what else some kinds need. */
export const changerOf = (kind: KindName): Changer => ({
  create: (work, tasks) => createByForm(work, kind, tasks),
  update: async () => {},
  ...special[kind],
});

const special: {readonly [K in KindName]?: Partial<Changer>} = {
  groups: {
    async create(work, tasks) {
      await createByForm(work, 'groups', tasks);
      for (const task of tasks) {
        work.begins(task.change);
        await changePeople(work, task);
      }
    },
    async update(work, task) {
      const id = Number(await idOf(work, 'groups', task.change.name));
      await updateByCommand(work, task, groupCommands.commands.update, {id});
      await changePeople(work, task);
    },
  },
  unsubscribes: {create: createUnsubscribes},
  senders: {
    async update(work, task) {
      const sender_id = Number(await idOf(work, 'senders', task.change.name));
      await updateByCommand(work, task, senderCommands.commands.update, {sender_id});
    },
  },
  segments: {create: async () => {}, update: changePeople},
  automations: {
    async create(work, tasks) {
      await createByForm(work, 'automations', tasks);
      for (const task of tasks) {
        work.begins(task.change);
        await changeAutomation(work, task);
      }
    },
    update: changeAutomation,
  },
  mailings: {create: createMailings, update: updateMailing},
};

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
type Names = {
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

/** Creates the records of a kind by its form, and finds each in the list by its name and a higher row than before. */
async function createByForm(work: ApplyWork, kind: KindName, tasks: readonly Task[]): Promise<void> {
  const {context, permit, names, journal} = work;
  const {collection: of, create, keys} = kinds[kind];
  if (create === undefined) return;
  const wanted = tasks.map(task => ({
    ...stepOf(kind, task),
    name: nameKey(kind, task.change.name),
    async send() {
      work.begins(task.change);
      const answer = await context.send(permit, create, (await names.toForm(keys, task.entry)) as never);
      return utrIn(answer);
    },
  }));
  const creations = {
    ...{of, journal, adopts: work.adopts(kind)},
    nameOf: (row: Loose) => nameKey(kind, serviceName(kind)(row)),
    isKnown: (row: Loose) => work.isKnown(kind, row),
    made: ({item}: {readonly item: Item}, id: Id) => names.learn(kind, item.key, id),
  };
  await createAll(context, creations, wanted);
}

/** The record of a task in the journal, with the print that it will have. */
const stepOf = (kind: KindName, {change, entry}: Task) => ({
  item: recordItem(kind, change.name),
  print: createdPrint(kind, entry),
});

/** Schedules mailings, each with its checks. The plan has checked that every moment is in the future. */
async function createMailings(work: ApplyWork, tasks: readonly Task[]): Promise<void> {
  const {context, names, journal, rules} = work;
  const {highest} = await surveyList(context, {of: kinds.mailings.collection});
  for (const task of tasks) {
    const {change, entry} = task;
    work.begins(change);
    const form = await names.toForm(kinds.mailings.keys, entry);
    const {item, print} = stepOf('mailings', task);
    const since = {lastRow: highest, startedAt: context.host.now().getTime()};
    const step = journal.begin('creates', {items: [item]}, {since, print});
    const create = () => createSend(context, {...form, at: String(entry['at']), ...rules} as never);
    const result = await answeredIfFailed(journal, () => step, create);
    if (result.kind !== 'record') continue;
    const {utr} = result.record as {readonly utr: string};
    journal.answer(step, 'acknowledged', {made: [[change.name, utr]]});
    await names.learn('mailings', change.name, utr);
  }
}

/** Changes a scheduled mailing, with its checks. */
async function updateMailing(work: ApplyWork, task: Task): Promise<void> {
  const {change, entry} = task;
  const utr = await idOf(work, 'mailings', change.name);
  const changed = await changedForm(work, task);
  const at = change.fields.some(({key}) => key === 'at') ? {at: String(entry['at'])} : {};
  await updateSend(work.context, {...changed, ...at, ...work.rules, utr} as never, undefined);
}

/** Changes the fields of a record with the command that people use: it reads, merges, writes and checks. */
async function updateByCommand(work: ApplyWork, task: Task, command: Command, id: Loose): Promise<void> {
  const changed = await changedForm(work, task);
  if (Object.keys(changed).length > 0) await command.run(work.context, {...id, ...changed} as never);
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
export function listBelow(kind: KindName, parent: Id): Listed {
  const {below} = kinds[kind];
  if (below === undefined) throw new Error(`There is nothing below ${kind}.`);
  return {of: below.of, listInput: {[below.by]: parent}};
}

/** The people in a list, and how some are added to it. */
type PeopleBook = Parameters<typeof addTo<PersonToAdd>>[1];

const leaving = ({context, permit}: ApplyWork, group: Id | null): PeopleBook =>
  leavingBook(context, group === null ? null : Number(group), async () => permit);

/** The people of a segment get mail: they come in through the door. */
async function inSegment({context, permit, door: atDoor}: ApplyWork, segment: Id): Promise<PeopleBook> {
  const door = await openDoor(context, atDoor);
  return segmentBook(context, Number(segment), door, async () => door.admit(permit));
}

const toAdd = (value: Value): PersonToAdd => {
  const {'first-name': first_name = '', 'last-name': last_name = ''} = isEntry(value) ? value : {};
  return {email: addressIn(value), first_name: String(first_name), last_name: String(last_name)};
};

async function createUnsubscribes(work: ApplyWork, tasks: readonly Task[]): Promise<void> {
  const {journal, context} = work;
  // Several go in one request, of which nobody can say whom it failed at.
  work.begins(tasks.length === 1 ? tasks[0]?.change : undefined);
  const steps = new Map<string, number>();
  const names = tasks.map(({change}) => change.name);
  const {ids, error, isDoubtful} = await addPeople(context, leaving(work, null), names.map(toAdd), since => {
    for (const task of tasks) {
      const {item, print} = stepOf('unsubscribes', task);
      steps.set(item.key, journal.begin('creates', {items: [item]}, {since, print}));
    }
  });
  for (const [name, step] of steps) {
    const id = ids.get(foldAddress(name));
    if (id !== undefined) journal.answer(step, 'acknowledged', {made: [[name, id]]});
    else journal.answer(step, isDoubtful ? 'unknown' : 'not_applied');
  }
  if (error) throw error;
}

/** Updates the people in the list of a group or segment, and writes down whom it adds. */
async function changePeople(work: ApplyWork, {change}: Task): Promise<void> {
  const {journal, context, permit} = work;
  const {kind, name} = change;
  const {added, removed} = membersIn(change.fields, 'recipients');
  if (added.length + removed.length === 0) return;
  const id = await idOf(work, kind, name);
  const book = kind === 'segments' ? await inSegment(work, id) : leaving(work, id);
  // A person whose entry changed is removed first, because the list would not accept the address twice.
  if (removed.length > 0) {
    const wanted = new Set(removed.map(value => foldAddress(addressIn(value))));
    const ids: Id[] = [];
    for await (const one of book.entries()) if (wanted.has(foldAddress(one.email))) ids.push(one.id);
    await removeAll(context, {...listBelow(kind, id), permit}, ids);
    for (const value of wanted) journal.note({kind: 'undone', item: memberItem(kind, name, value)});
  }
  if (added.length === 0) return;
  let step: number | undefined;
  const {ids, error, isDoubtful} = await addPeople(context, book, added.map(toAdd), since => {
    const items = added.map(value => memberItem(kind, name, foldAddress(addressIn(value))));
    step = journal.begin('creates', {items}, {since});
  });
  if (step !== undefined) journal.answer(step, isDoubtful ? 'unknown' : 'acknowledged', {made: [...ids]});
  if (error) throw error;
}

/** Adds people to a list after `begin`, and returns the ids of those who are new by their folded addresses. */
async function addPeople(
  context: Context,
  book: PeopleBook,
  people: readonly PersonToAdd[],
  begin: (since: NonNullable<Begun['since']>) => void,
) {
  const ids = new Map<string, Id>();
  let lastRow = 0;
  let hasBegun = false;
  const noting: PeopleBook = {
    ...book,
    async *entries() {
      for await (const one of book.entries()) {
        if (!hasBegun) lastRow = Math.max(lastRow, one.id);
        yield one;
      }
    },
    async opened(fresh) {
      begin({lastRow, startedAt: context.host.now().getTime()});
      hasBegun = true;
      return book.opened(fresh);
    },
    added(entries) {
      for (const {id, email: address} of entries) ids.set(foldAddress(address), id);
    },
  };
  const {failed, stopped} = await addTo(context, noting, {people});
  const errors = [...(stopped ? [stopped] : []), ...failed.map(({error}) => error)];
  const isDoubtful = errors.some(error => error instanceof UnknownOutcomeError);
  return {ids, isDoubtful, error: errors[0]};
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
      send: () => context.send(permit, email.add, {...form, utr} as never).then(() => undefined),
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
