import {allRecords} from '../../api/answers/record-sources.js';
import type {Admit} from '../../api/describe/permit.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Command} from '../../commands/command.js';
import {createOne, turnFor} from '../../commands/verbs/create.js';
import {listedRecords} from '../../commands/verbs/listed.js';
import type {Listed} from '../../commands/verbs/removal.js';
import automationEmails, {operations} from '../../endpoints/automation-emails.js';
import groupRecipients, {operations as groupRecipient} from '../../endpoints/group-recipients.js';
import segmentRecipients, {operations as segmentRecipient} from '../../endpoints/segment-recipients.js';
import unsubscribes, {operations as unsubscribe} from '../../endpoints/unsubscribes.js';
import {census} from '../../identity/census.js';
import {holds} from '../../identity/identities.js';
import type {Done} from '../../output/results/result.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {addMissing} from '../../resources/addresses.js';
import {pause, setLive} from '../../resources/automations.js';
import {openDoor} from '../../who-left/door.js';
import {letIn} from '../../who-left/let-in.js';
import {answeredIfFailed} from '../../work/steps.js';
import {textOf} from '../account/entries.js';
import {canonicalText} from '../compare/compare-entries.js';
import type {Id} from '../folder/made.js';
import {kinds} from '../kinds/kinds.js';
import {addressIn, type Entry, type Key, type Value} from '../kinds/shape.js';
import {memberItem} from './apply-journal.js';
import {removeAll} from './remove-records.js';
import {type ApplyWork, goesLive, idOf, type Task} from './work.js';

/** A list of people in an account: who left a group or everything, or who is in a segment. */
type PeopleList = {
  readonly listed: Listed;
  readonly address: string;
  /** How many people fit into one request, if fewer than usual. */
  readonly most?: number;
  /** Whether a row really belongs to the list. */
  readonly holds?: (row: Loose) => boolean;
} & (
  | {
      /** Whether people get mail through it, so that they come in through the door. */
      readonly mails: true;
      add(work: ApplyWork, address: string, people: ReadonlyMap<string, Entry>, admit: Admit): Promise<unknown>;
    }
  | {
      readonly mails?: undefined;
      add(work: ApplyWork, addresses: string): Promise<unknown>;
    }
);

export const groupRecipientsOf = (group: Id): PeopleList => ({
  listed: {of: groupRecipients, listInput: {groupId: group}},
  address: 'email_address',
  add: ({context, permit}, addresses) =>
    context.send(permit, groupRecipient.add, {unsubscribe_groups_id: Number(group), email_address: addresses}),
});

/** The people who get no mail at all. */
export const allUnsubscribes: PeopleList = {
  listed: {of: unsubscribes, listInput: {}},
  address: 'email_address',
  // The list may also include people who left only one group.
  holds: ({unsubscribe_groups_id: group}) => (group ?? null) === null,
  add: ({context, permit}, addresses) => context.send(permit, unsubscribe.add, {email_address: addresses}),
};

/** The people in a segment. The service accepts one at a time, with a name. */
export const segmentPeople = (segment: Id): PeopleList => ({
  listed: {of: segmentRecipients, listInput: {segment_id: segment}},
  address: 'email',
  most: 1,
  mails: true,
  add: ({context, permit}, email, people, admit) => {
    const known = people.get(foldAddress(email)) ?? {};
    const {'first-name': first_name = '', 'last-name': last_name = ''} = known as Readonly<Record<string, string>>;
    const person = {segment_id: Number(segment), first_name, last_name, email};
    return context.send(admit(permit), segmentRecipient.add, person);
  },
});

/** Adds people to a list, and returns the ids of new ones. It throws only when it is known who was added. */
export async function addPeople(
  work: ApplyWork,
  list: PeopleList,
  values: readonly Value[],
  before: (addresses: readonly string[], lastRow: number) => void,
): Promise<{
  readonly ids: ReadonlyArray<readonly [string, Id]>;
  readonly failed: Done['failed'][number]['error'] | undefined;
}> {
  const people = new Map(values.map(value => [foldAddress(addressIn(value)), asEntry(value)] as const));
  const met = new Map<string, Id>();
  const there = new Set<string>();
  const {enter, add} = list.mails ? await throughDoor(work, list, people) : freely(work, list);
  let looks = 0;
  let lastRow = 0;
  const {failed, stopped} = await addMissing(
    work.context,
    {addresses: values.map(addressIn), bad: []},
    {
      membership: 'in the list',
      turns: () => [turnFor(list.listed.of, Object.values(list.listed.listInput ?? {}).join())],
      persists: !list.mails,
      ...(list.most !== undefined && {most: list.most}),
      async *entries() {
        looks += 1;
        for await (const row of rowsOf(work, list)) {
          const address = String(row[list.address]);
          if (looks === 1) {
            there.add(foldAddress(address));
            lastRow = Math.max(lastRow, Number(row['id']));
          } else if (!there.has(foldAddress(address))) met.set(foldAddress(address), Number(row['id']));
          yield {id: Number(row['id']), email_address: address};
        }
      },
      async before(fresh) {
        before([...people.keys()], lastRow);
        return enter(fresh);
      },
      add,
    },
  );
  const ids = [...met].filter(([address]) => people.has(address));
  return {ids, failed: stopped ?? failed[0]?.error};
}

/** How people come into a list: who may be added, and the request that adds them. */
type Entrance = {
  enter(fresh: readonly string[]): Promise<readonly string[]>;
  add(addresses: string): Promise<unknown>;
};

async function throughDoor(
  work: ApplyWork,
  list: PeopleList & {readonly mails: true},
  people: ReadonlyMap<string, Entry>,
): Promise<Entrance> {
  const door = await openDoor(work.context, work.door);
  return {
    enter: async fresh => (await letIn(work.context, door, fresh)).addresses,
    add: addresses => list.add(work, addresses, people, door.admit),
  };
}

/** Nobody gets mail through such a list, so everybody may be added. */
const freely = (work: ApplyWork, list: PeopleList & {readonly mails?: undefined}): Entrance => ({
  enter: async fresh => fresh,
  add: addresses => list.add(work, addresses),
});

async function removePeople(work: ApplyWork, list: PeopleList, values: readonly Value[]): Promise<readonly string[]> {
  const wanted = new Set(values.map(value => foldAddress(addressIn(value))));
  const ids: Id[] = [];
  for await (const row of rowsOf(work, list)) {
    if (wanted.has(foldAddress(String(row[list.address])))) ids.push(Number(row['id']));
  }
  await removeAll(work.context, {...list.listed, permit: work.permit}, ids);
  return [...wanted];
}

async function* rowsOf(
  {context}: Pick<ApplyWork, 'context'>,
  {listed: {of, listInput}, holds = () => true}: PeopleList,
): AsyncGenerator<Loose> {
  for await (const batch of listedRecords(context, of, listInput)) yield* batch.filter(holds);
}

const asEntry = (value: Value): Entry => (typeof value === 'object' && !Array.isArray(value) ? (value as Entry) : {});

/** Updates the people in the list of a record, and writes down whom it adds. */
export async function changePeople(work: ApplyWork, {change}: Task, list: PeopleList): Promise<void> {
  const {journal, context} = work;
  const {kind, name} = change;
  const {added, removed} = membersIn(change.fields, 'recipients');
  // A person whose entry changed is removed first, because the list would not accept the address twice.
  if (removed.length > 0) {
    for (const value of await removePeople(work, list, removed))
      journal.note({kind: 'undone', item: memberItem(kind, name, value)});
  }
  if (added.length === 0) return;
  let step: number | undefined;
  const {ids, failed} = await addPeople(work, list, added, (values, lastRow) => {
    const since = {lastRow, startedAt: context.host.now().getTime()};
    step = journal.begin('creates', {items: values.map(value => memberItem(kind, name, value))}, {since});
  });
  if (step !== undefined) journal.answer(step, 'acknowledged', {made: ids});
  if (failed) throw failed;
}

/** What to add to the list of a record, and what to remove. */
export function membersIn(
  fields: Task['change']['fields'],
  key: string,
): {readonly added: readonly Value[]; readonly removed: readonly Value[]} {
  const field = fields.find(each => each.key === key);
  return field && 'added' in field ? field : {added: [], removed: []};
}

/** Updates the emails of an automation, and pauses it if it should not be live. */
export async function changeAutomation(work: ApplyWork, {change}: Task): Promise<void> {
  const {name, fields} = change;
  const utr = await idOf(work, 'automations', name);
  const {added, removed} = membersIn(fields, 'emails');
  const old = emailIdsIn(work, name, removed);
  if (fields.some(({key}) => key === 'live') && !fields.some(goesLive) && work.accountRecord('automations', name))
    await pause.run(work.context, {utr} as never);
  await addEmails(work, name, utr, added);
  await removeEmails(work, name, utr, old);
}

/** Sets an automation live, after its checks. */
export async function goLive(work: ApplyWork, {change}: Task): Promise<void> {
  const utr = String(await idOf(work, 'automations', change.name));
  await setLive.run(work.context, {utr, ...work.rules} as never);
}

/** The utrs of emails in the account; of two equal emails, each is used once. */
function emailIdsIn({accountRecord}: ApplyWork, name: string, removed: readonly Value[]): readonly string[] {
  const there = accountRecord('automations', name);
  const emails = (there?.entry['emails'] ?? []) as readonly Entry[];
  const left = census(emails.keys(), at => emailPrint(emails[at] as Entry));
  return removed.flatMap(email => {
    const at = left.take(emailPrint(email as Entry));
    return at === undefined ? [] : [String(there?.below[at]?.['utr'])];
  });
}

/** An email as one text, equal for all that mean the same. */
const emailPrint = (email: Entry): string => canonicalText(kinds.automations.keys['emails']?.below ?? {}, email);

/** Adds emails to an automation, one by one, and writes down each. Those that another run has added meanwhile are there. */
async function addEmails(work: ApplyWork, name: string, utr: Id, emails: readonly Value[]): Promise<void> {
  if (emails.length === 0) return;
  const {below = {}} = kinds.automations.keys['emails'] ?? {};
  const forms: Loose[] = [];
  for (const email of emails) forms.push(await work.names.toForm(below, email as Entry));
  await work.context.takeTurns([turnFor(automationEmails, String(utr))], `the automation "${name}"`, async () => {
    const others = await addedSince(work, name, utr);
    for (const form of forms) {
      const wanted = Object.fromEntries(told.map(key => [key, form[key]]));
      const at = others.findIndex(row => holds(row, wanted));
      if (at < 0) await addEmail(work, name, utr, form);
      else others.splice(at, 1);
    }
  });
}

/** The emails that were not there when the files were compared with the account. */
async function addedSince({context, accountRecord}: ApplyWork, name: string, utr: Id): Promise<Loose[]> {
  if (context.globals.dryRun) return [];
  const known = new Set(accountRecord('automations', name)?.below.map(email => email['utr']));
  return allRecords(listedRecords(context, automationEmails, {utr}), email => !known.has(email['utr']));
}

/** What tells the emails of an automation apart. */
const told = ['subject', 'waiting_period', 'waiting_type'] as const;

async function addEmail({context, journal, permit}: ApplyWork, name: string, utr: Id, form: Loose): Promise<void> {
  const subject = String(form['subject'] ?? '');
  let step: number | undefined;
  const result = await answeredIfFailed(
    journal,
    () => step,
    () =>
      createOne(
        context,
        {
          operation: operations.add,
          async agreed(lastRow) {
            const startedAt = context.host.now().getTime();
            const items = [memberItem('automations', name, subject)];
            step = journal.begin('creates', {items}, {since: {lastRow, startedAt}});
            return permit;
          },
        },
        {...form, utr},
        {
          of: automationEmails,
          within: () => ({utr}),
          by: told,
        },
      ),
  );
  const added = result.kind === 'record' ? textOf((result.record as {utr?: unknown}).utr) : '';
  if (step !== undefined) journal.answer(step, 'acknowledged', {made: [[added, added]]});
}

async function removeEmails(work: ApplyWork, name: string, utr: Id, emails: readonly string[]): Promise<void> {
  await removeAll(work.context, {...emailsOf(utr), permit: work.permit}, emails);
  for (const value of emails) work.journal.note({kind: 'undone', item: memberItem('automations', name, value)});
}

/** Where the emails of an automation are listed. */
export const emailsOf = (automation: Id): Listed => ({of: automationEmails, listInput: {utr: automation}});

/** Changes the fields of a record with the command that people use: it reads, merges, writes and checks. */
export async function updateByCommand(work: ApplyWork, task: Task, command: Command, id: Loose): Promise<void> {
  const changed = await changedForm(work, task);
  if (Object.keys(changed).length > 0) await command.run(work.context, {...id, ...changed} as never);
}

/** The changed fields of a record's form. A field that is omitted in the file is emptied. */
export async function changedForm({names}: ApplyWork, {change, entry}: Task): Promise<Loose> {
  const {keys} = kinds[change.kind];
  const changed = new Set(change.fields.map(({key}) => key));
  // Another country has other states and cities, so all of them are sent.
  const movesPlace = [...changed].some(name => keys[name]?.place);
  const written = Object.entries(keys).filter(([name, key]) => changed.has(name) || (movesPlace && key.place));
  const values = written.map(([name, key]): [string, Value] => [name, entry[name] ?? emptyForm(key)]);
  return names.toForm(Object.fromEntries(written), Object.fromEntries(values));
}

const emptyForm = ({type}: Key): Value => (type === 'texts' || type === 'entries' ? [] : type === 'flag' ? false : '');
