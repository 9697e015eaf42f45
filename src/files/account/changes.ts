import type {Permit} from '../../api/describe/permit.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import {nameKey} from '../../change/identity/identities.js';
import {createAll} from '../../change/records/create-all.js';
import {type Removal, removeRecords, wayBack} from '../../change/records/remove-records.js';
import type {Id, Item} from '../../change/work/journal.js';
import {InterruptedError, UnknownOutcomeError} from '../../core/errors.js';
import automationEmails, {operations as email} from '../../endpoints/automation-emails.js';
import {updateSend} from '../../mailings/change.js';
import type {CheckRules} from '../../mailings/options.js';
import {createSend} from '../../mailings/send.js';
import {openDoor} from '../../people/door.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import {addTo, type Book, leavingBook, type SegmentPerson, segmentBook} from '../../resources/add-to.js';
import {pause, setLive} from '../../resources/automations.js';
import groups from '../../resources/groups.js';
import senders from '../../resources/senders.js';
import {emptyOf, membersIn, printOf, type Step} from './differences.js';
import {type AccountState, idOfRecord, placeIds, serviceName} from './entries.js';
import {addressIn, type Entry, type EntryValue, isEntry, type Key, type Keys, type KindName} from './keys.js';
import {kinds} from './kinds.js';
import {type ApplyJournal, personItem, recordItem} from './made.js';
import {referenceIn} from './references.js';

/** What is needed to make the changes of an apply. */
export type ApplyWork = {
  /** A context without questions: the plan was agreed to as a whole. */
  readonly context: Context;
  /** The permit for the whole plan. */
  readonly permit: Permit;
  readonly journal: ApplyJournal;
  readonly account: AccountState;
  readonly rules: CheckRules;
  /** Those who left by what the files say come in. */
  readonly known: ReadonlySet<string>;
  readonly done: Set<Step>;
  /** The change that is being made, so that an error can name it. */
  now: Step | undefined;
};

/** Creates all new records of a kind at once, and then what is below them. */
export async function createNew(work: ApplyWork, kind: KindName, steps: readonly Step[]): Promise<void> {
  if (steps.length === 0) return;
  await (kind === 'unsubscribes' ? createUnsubscribes(work, steps) : createByForm(work, kind, steps));
  for (const step of kinds[kind].below ? steps : []) {
    work.now = step;
    await changeBelow(work, step);
  }
  for (const step of steps) work.done.add(step);
}

/** Changes a record with the command that people use, which reads, merges, writes and checks, and what is below it. */
export async function changeOne(work: ApplyWork, step: Step): Promise<void> {
  const {context, rules} = work;
  const {kind, entry, fields} = step;
  work.now = step;
  const id = await idIn(work, step);
  const changed = await changedForm(work, step);
  if (kind === 'mailings') {
    const at = fields.some(({key}) => key === 'at') ? {at: String(entry['at'])} : {};
    await updateSend(context, {...changed, ...at, ...rules, utr: id} as never, undefined);
  } else if (Object.keys(changed).length > 0) {
    const [{update}, key] = kind === 'groups' ? [groups.commands, 'id'] : [senders.commands, 'sender_id'];
    await update.run(context, {[key]: Number(id), ...changed} as never);
  }
  await changeBelow(work, step);
}

/** Sets an automation live, after its checks. */
export async function goLive(work: ApplyWork, step: Step): Promise<void> {
  work.now = step;
  await setLive.run(work.context, {utr: String(await idIn(work, step)), ...work.rules} as never);
}

const changeBelow = (work: ApplyWork, step: Step): Promise<void> =>
  step.kind === 'automations' ? changeAutomation(work, step) : changePeople(work, step);

async function idIn({account}: ApplyWork, {kind, name, there}: Step): Promise<Id> {
  const id = there?.id ?? (await idOfRecord(account, kind, name));
  if (id === undefined) throw new Error(`There is no id for ${kind} ${name}.`);
  return id;
}

/** The values of an entry in the service's form, by parameter. */
async function toForm(account: AccountState, keys: Keys, entry: Entry): Promise<Loose> {
  const form: Record<string, unknown> = {};
  const isPlaced = Object.entries(entry).some(([name, value]) => keys[name]?.place && value);
  const places: Loose = isPlaced ? placeIds(await account.places(), keys, entry).ids : {};
  for (const [name, value] of Object.entries(entry)) {
    const key = keys[name];
    if (key?.param !== undefined) form[key.param] = places[name] ?? (await toValue(account, key, value));
  }
  // An omitted key means its empty value, and the service must be sent a flag that is off.
  for (const {param, type, required} of Object.values(keys))
    if (param && type === 'flag' && required) form[param] ??= false;
  return form;
}

async function toValue(account: AccountState, key: Key, value: EntryValue): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(each => toValue(account, key, each)));
  if (key.refers === undefined || value === '') return value;
  const target = referenceIn(String(value), key);
  const id = target && (await account.idsOf(target.kind)).get(target.name);
  if (id === undefined) throw new Error(`There is no id for ${String(value)}.`);
  return key.refers === 'audience' ? `${target?.kind === 'segments' ? 'segments' : 'contacts'}_${id}` : Number(id);
}

/** Creates the records of a kind, and finds each in the list by its name and a higher row than before. */
async function createByForm(work: ApplyWork, kind: KindName, steps: readonly Step[]): Promise<void> {
  const {context, account, journal} = work;
  const rows = new Set(account.kinds.get(kind)?.map(({row}) => row));
  const ids = await account.idsOf(kind);
  const wanted = steps.map(step => ({
    item: recordItem(kind, step.name),
    ...{step, print: printOf(kind, step.entry)},
    name: nameKey(kind, step.name),
    send() {
      work.now = step;
      return kind === 'mailings' ? sendMailing(work, step) : sendForm(work, step);
    },
  }));
  const creations = {
    ...{of: kinds[kind].collection, journal, adopts: true},
    nameOf: (row: Loose) => nameKey(kind, serviceName(kind)(row)),
    isKnown: (row: Loose) => rows.has(Number(row['id'])),
    made({item, step}: (typeof wanted)[number], id: Id) {
      ids.set(item.key, id);
      work.done.add(step);
    },
  };
  await createAll(context, creations, wanted);
}

async function sendForm({context, permit, account}: ApplyWork, {kind, entry}: Step): Promise<unknown> {
  const {create, keys} = kinds[kind];
  if (create === undefined) throw new Error(`Nothing creates ${kind}.`);
  return context.send(permit, create, (await toForm(account, keys, entry)) as never);
}

/** Schedules a mailing with its checks. The plan has checked that its moment is in the future. */
async function sendMailing({context, account, rules}: ApplyWork, {entry}: Step): Promise<unknown> {
  const form = await toForm(account, kinds.mailings.keys, entry);
  // It is this name's turn already.
  const alone: Context = {...context, takeTurns: (_things, _what, act) => act()};
  const made = await createSend(alone, {...form, at: String(entry['at']), ...rules} as never);
  return made.kind === 'record' ? made.record : undefined;
}

/** The changed fields of a record's form. A field that is omitted in the file is emptied. */
async function changedForm({account}: ApplyWork, {kind, entry, fields}: Step): Promise<Loose> {
  const changed = new Set(fields.map(({key}) => key));
  const all = Object.entries(kinds[kind].keys);
  // Another country has other states and cities, so all of them are sent.
  const movesPlace = all.some(([name, {place}]) => place && changed.has(name));
  const written = all.filter(([name, key]) => changed.has(name) || (movesPlace && key.place));
  const values = written.map(([name, key]) => [name, entry[name] ?? emptyOf(key)] as const);
  return toForm(account, Object.fromEntries(written), Object.fromEntries(values));
}

const leaving = ({context, permit}: ApplyWork, group: Id | null) =>
  leavingBook(context, group === null ? null : Number(group), async () => permit);

async function createUnsubscribes(work: ApplyWork, steps: readonly Step[]): Promise<void> {
  // Several go in one request, of which nobody can say whom it failed at.
  work.now = steps.length === 1 ? steps[0] : undefined;
  const names = steps.map(({name}) => name);
  const items = names.map(name => recordItem('unsubscribes', name));
  await addPeople(work, leaving(work, null), names, items);
}

/** Updates the people in the list of a group or segment. */
async function changePeople(work: ApplyWork, step: Step): Promise<void> {
  const {context, permit, known} = work;
  const {kind, name, fields} = step;
  const {added, removed} = membersIn(fields, 'recipients');
  if (added.length + removed.length === 0) return;
  const id = await idIn(work, step);
  await removeParts(work, step, removed);
  if (added.length === 0) return;
  const book =
    kind === 'segments'
      ? segmentBook(context, Number(id), await openDoor(context, {known}), async () => permit)
      : leaving(work, id);
  await addPeople(
    work,
    book,
    added,
    added.map(value => personItem(kind, name, addressIn(value))),
  );
}

/** Removes people from the list of a record, or emails from an automation; of two that are the same, each once. */
async function removeParts({context, permit}: ApplyWork, {kind, there}: Step, removed: readonly EntryValue[]) {
  const {below} = kinds[kind];
  if (!below || !there) return;
  // Two emails may say the same; several rows of one address are one person.
  const keyOf = (value: EntryValue): unknown => (kind === 'automations' ? value : foldAddress(addressIn(value)));
  const going = new Set(removed.map(keyOf));
  const gone = there.parts.filter(({value}) => going.has(keyOf(value))).map(({id}) => id);
  await removeAll(context, {of: below.of, listInput: {[below.by]: there.id}, permit}, gone);
}

/** A value of a list of people in the form of the service. */
const personIn = (value: EntryValue): SegmentPerson => {
  const {'first-name': first_name = '', 'last-name': last_name = ''} = isEntry(value) ? value : {};
  return {email: addressIn(value), first_name: String(first_name), last_name: String(last_name)};
};

/**
 * Adds people to a list, which is on disk before the first request and after the last: a later run waits until what a killed
 * one sent was certainly applied, and adds the rest.
 */
async function addPeople(
  {context, journal}: ApplyWork,
  book: Book<SegmentPerson>,
  values: readonly EntryValue[],
  items: readonly Item[],
): Promise<void> {
  let step: number | undefined;
  const made: Array<readonly [string, Id]> = [];
  const noting: Book<SegmentPerson> = {
    ...book,
    opened(fresh, lastRow) {
      step = journal.begin('creates', {items}, {since: {lastRow, startedAt: context.host.now().getTime()}});
      return book.opened(fresh, lastRow);
    },
    added: entries => void made.push(...entries.map(({email: address, id}) => [address, id] as const)),
  };
  const {failed, stopped} = await addTo(context, noting, {people: values.map(personIn)});
  const errors = [...(stopped ? [stopped] : []), ...failed.map(({error}) => error)];
  const isDoubtful = errors.some(error => error instanceof UnknownOutcomeError);
  if (step !== undefined) journal.answer(step, isDoubtful ? 'unknown' : 'acknowledged', {made});
  if (errors[0]) throw errors[0];
}

/** Updates the emails of an automation, and pauses it if it should not be live. */
async function changeAutomation(work: ApplyWork, step: Step): Promise<void> {
  const {fields, there} = step;
  const utr = await idIn(work, step);
  const {added, removed} = membersIn(fields, 'emails');
  if (there && fields.some(field => field.key === 'live' && 'to' in field && field.to !== true))
    await pause.run(work.context, {utr} as never);
  await addEmails(work, step, utr, added);
  await removeParts(work, step, removed);
}

/** Adds emails to an automation, and writes down each. Those that another run has added meanwhile are there. */
async function addEmails(work: ApplyWork, {name, there}: Step, utr: Id, emails: readonly EntryValue[]): Promise<void> {
  const {context, permit, journal, account} = work;
  const {below = {}} = kinds.automations.keys['emails'] ?? {};
  const forms = await Promise.all(emails.map(one => toForm(account, below, one as Entry)));
  const wanted = forms.map(form => ({
    item: {kind: 'automations', within: name, key: String(form['subject'] ?? '')},
    name: emailName(form),
    send: () => context.send(permit, email.add, {...form, utr} as never),
  }));
  const creations = {
    ...{of: automationEmails, within: {utr}, nameOf: emailName, journal, adopts: true, made: () => {}},
    isKnown: (row: Loose) => there?.parts.some(({id}) => id === row['utr']) === true,
  };
  await createAll(context, creations, wanted);
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
  if (kept && ids.length > left.size) context.notice(wayBack(kept, ids.length - left.size));
  const unknown = failures.find(({error}) => error instanceof UnknownOutcomeError)?.error;
  const failure = stopped instanceof InterruptedError ? stopped : (unknown ?? stopped ?? failures[0]?.error);
  if (failure) throw failure;
}

const GONE = 4;
