import {configOf} from '../accounts/store.js';
import {forEachRecord, noneIfNotFound} from '../api/answers/record-sources.js';
import type {OperationInput} from '../api/describe/operation.js';
import type {Admit, Permit} from '../api/describe/permit.js';
import type {InputOf} from '../api/describe/schema.js';
import {type Effect, effectOf, join} from '../change/effect/effect.js';
import {type Ended, ended, endedOne, noWork} from '../change/work/ending.js';
import {toEmkError} from '../change/work/stop-errors.js';
import type {Context} from '../commands/command.js';
import {settings} from '../commands/globals.js';
import {afterChange} from '../commands/verbs/after-change.js';
import {createAll} from '../commands/verbs/create-all.js';
import {removeRecords, stillListed} from '../commands/verbs/remove-records.js';
import {readUntil, waitInWords} from '../commands/verbs/wait.js';
import {InterruptedError, NotFoundError, PartialError, PreflightError, UnknownOutcomeError} from '../core/errors.js';
import {andList, lowerTrimmed, plural, quoted, withMore} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import {readPasted} from '../csv/columns/pasted-people.js';
import {audienceOf} from '../endpoints/audience.js';
import contacts, {operations as contactOperations} from '../endpoints/contacts.js';
import lists, {operations as listOperations} from '../endpoints/lists.js';
import mailings, {operations, SENT} from '../endpoints/mailings.js';
import {doneResult} from '../output/results/result.js';
import {openDoor} from '../people/door.js';
import {byName, letInAll, type Stopped, stoppedBy, stoppedInWords} from '../people/let-in.js';
import {readLeavings} from '../people/who-left.js';
import {foldAddress} from '../records/fields/fold-address.js';
import {isNotDeleted} from '../records/fields/path.js';
import {settleMailing} from './findings.js';
import {sendCard} from './gate.js';
import {type Draft, draftOf, readMailing, type SendForm} from './mailing.js';
import type {CheckRules, testTakes} from './options.js';
import {startedAutomations} from './started.js';

/** The word before the subject and the name of a test. */
const MARK = '[Test]';

/** The word before the name of a test that stays in the account. */
const KEPT_MARK = '[Test, kept]';

/** The second line of the address of a contact that a test adds for its own time. */
const CONTACT_MARK = 'emk test';

const TESTER = {first_name: 'Test', last_name: 'Reader'};

/** Checks that do not apply to a test, which goes to testers at any hour and resembles its mailing. */
const BESIDE_THE_POINT = ['same-name', 'same-subject', 'odd-hour', 'running', 'tag-without-value', 'length'];

const ANOTHER_LIST = 'use another list for tests: emk config set test-list "My tests"';

/** How many other people on the list a refusal names. */
const SHOWN = 5;

/** How long to wait for a test by default, in milliseconds. */
const LONGEST_WAIT = 120_000;

/** The sorts of requests of a test: it mails the testers, adds them to a list that it may make, and deletes them. */
type TestDoes = 'creates' | 'sends' | 'deletes';

type Test = {
  /** The name of the mailing. */
  readonly name: string;
  readonly form: SendForm;
  readonly addresses: readonly string[];
  readonly keeps: boolean;
  readonly list: TestList;
  readonly tester: Omit<OperationInput<typeof contactOperations.create>, 'contact_type_id' | 'email'>;
  readonly permit: Permit<TestDoes>;
  readonly admit: Admit;
};

/** The list for tests, and who is in it. It has no id before the first test. */
type TestList = {readonly name: string; readonly id: number | undefined; readonly people: readonly Tester[]};

type Tester = {readonly id: number; readonly address: string; readonly isLeft: boolean};

/** Sends a mailing to testers exactly as it will be, through a list for tests, and deletes what it added. */
export async function testSend(context: Context, input: InputOf<typeof testTakes>): Promise<Ended> {
  const {to, keep, strict, force, include_unsubscribed, ...given} = input;
  const {ask, globals} = context;
  const people = to.flatMap(text => readPasted(text).people);
  const typed = new Map(people.map(({email}) => [foldAddress(email), email]));
  const addresses = [...typed.keys()];
  const draft = await draftOf(context, {...given, recipient_id: ['contacts_0'], now: true});
  const group = draft.form.unsubscribe_group_id;
  const admit = await letTestersIn(context, [...typed.values()], group, Boolean(include_unsubscribed));
  const {single_send_name: name} = draft.form;
  if (!ask.possible && !globals.yes && !globals.dryRun)
    await context.agree(effectOfTest(addresses), {what: inWords(name, addresses)});
  await context.mayChange();
  return context.takeTurns([['mailings test']], 'a test in this account', async () => {
    const test = await prepared(context, {draft, addresses, keeps: Boolean(keep), rules: {strict, force}});
    return carryOut(context, {...test, admit});
  });
}

const effectOfTest = ({length: count}: readonly string[]): Effect<TestDoes> =>
  join<TestDoes>(
    effectOf('sends', mailings, 1, {people: {mailed: {count}}, at: 'now'}),
    effectOf('creates', lists, 0),
    effectOf('deletes', contacts, 0, {wayBack: 'none'}),
  );

const inWords = (name: string, addresses: readonly string[]): string =>
  `Mail a test of "${name}" to ${addresses.join(', ')}`;

/** Takes testers through the door. The service mails none who left everything or the mailing's group, so nobody can choose to. */
async function letTestersIn(
  context: Context,
  addresses: readonly string[],
  group: number,
  included: boolean,
): Promise<Admit> {
  const door = await openDoor(context);
  const stopped = stoppedBy(door, addresses);
  const leavers = stopped.filter(({reason}) => reason === 'left_a_group');
  const leavings = leavers.length > 0 ? await readLeavings(context, await door.whoLeft()) : () => [];
  refuseUnmailed(
    stopped.filter(({reason}) => reason === 'unsubscribed'),
    leavers.filter(({address}) => leavings(address).includes(group)),
  );
  const others = included ? [] : leavers;
  await letInAll(context, others, `Mail the test to ${plural(others.length, 'this person', 'them')} anyway?`);
  return door.admit;
}

function refuseUnmailed(everything: readonly Stopped[], thisGroup: readonly Stopped[]): void {
  const count = everything.length + thisGroup.length;
  if (count === 0) return;
  const who = andList([
    ...(everything.length > 0 ? [stoppedInWords(everything)] : []),
    ...(thisGroup.length > 0
      ? [`${byName(thisGroup.map(({address}) => address))} unsubscribed from the group of this mailing`]
      : []),
  ]);
  throw new PreflightError(`${who}, so the service would not mail ${plural(count, 'this person', 'them')}.`, {
    hint: `Nothing was sent. Remove ${plural(count, 'this address', 'these addresses')} from --to.`,
  });
}

type Wanted = Pick<Test, 'addresses' | 'keeps'> & {readonly draft: Draft; readonly rules: CheckRules};

/** Checks the list and the mailing, and asks. */
async function prepared(context: Context, {draft, addresses, keeps, rules}: Wanted): Promise<Omit<Test, 'admit'>> {
  const {globals, notice} = context;
  const name = draft.form.single_send_name;
  const what = inWords(name, addresses);
  const list = await openTestList(context, addresses);
  const form: SendForm = {
    ...draft.form,
    single_send_name: `${keeps ? KEPT_MARK : MARK} ${name}`,
    subject: `${MARK} ${draft.form.subject}`,
    recipient_id: [],
    exclude_specific_recipient_id: [],
  };
  const more = addresses.map(email => ({...TESTER, email}));
  const mailing = await readMailing(context, {...draft, form, moment: {schedule_type: 0}, limits: {}, more});
  const findings = settleMailing(context, mailing, {
    rules,
    without: BESIDE_THE_POINT,
    warns: globals.yes || globals.dryRun,
  });
  // The card names the few testers instead of lists.
  const to = [{name: addresses.join(', '), people: addresses.length}];
  const toTesters = {...mailing, audience: {...mailing.audience, to}};
  const permit = await context.agree(effectOfTest(addresses), {
    what,
    card: async () => sendCard(toTesters, findings, () => what),
  });
  notice(
    `A test contact (${TESTER.first_name} ${TESTER.last_name}) fills the tags: the service fills them only for ` +
      `people on its lists.${draft.utr === undefined ? '' : ` To see them with a real person: emk templates preview ${shellWord(name)} --contact ADDRESS`}`,
  );
  const country = Number(mailing.sender.record?.country_id ?? 1);
  const tester = {...TESTER, country, ...(keeps ? {} : {address_line2: CONTACT_MARK})};
  return {name, form, addresses, keeps, list, tester, permit};
}

/** Reads the list that the configuration names for tests, and refuses one that cannot be used for these people. */
async function openTestList(context: Context, addresses: readonly string[]): Promise<TestList> {
  const name = configOf(context).settings['test-list'] ?? settings['test-list'].standard;
  const ids: number[] = [];
  await forEachRecord(noneIfNotFound(context.stream(listOperations.list)), one => {
    if (isNotDeleted(one) && lowerTrimmed(one.name) === lowerTrimmed(name)) ids.push(one.id);
  });
  const [id, ...others] = ids;
  if (others.length > 0) {
    throw new PreflightError(`There are ${ids.length} lists called "${name}", and tests need exactly one.`, {
      hint: `Nothing was sent. Delete or rename the others, or ${ANOTHER_LIST}`,
    });
  }
  if (id === undefined) return {name, id, people: []};
  const list = {name, id, people: await peopleIn(context, id)};
  await refuseLeft(context, list);
  refuseOthers(list, addresses);
  if (addresses.length > list.people.length) await refuseAutomations(context, list);
  return list;
}

/** The people in a list that is known to be small. */
async function peopleIn({stream}: Pick<Context, 'stream'>, list: number): Promise<Tester[]> {
  const people: Tester[] = [];
  await forEachRecord(noneIfNotFound(stream(contactOperations.list)), contact => {
    const {id, email, address_line2, contact_type_id} = contact;
    if (isNotDeleted(contact) && Number(contact_type_id) === list)
      people.push({id, address: foldAddress(email ?? ''), isLeft: address_line2 === CONTACT_MARK});
  });
  return people;
}

/**
 * Refuses while there is anything of an interrupted test, whose mail may have gone out, or of one that another machine
 * runs now: the marks in the account tell, and the refusal names the line that clears up.
 */
async function refuseLeft(context: Context, {name, id, people}: TestList): Promise<void> {
  const left = people.filter(({isLeft}) => isLeft).map(person => person.id);
  const names: string[] = [];
  const utrs: string[] = [];
  await forEachRecord(context.stream(operations.list), ({utr, single_send_name, recipient_id}) => {
    if (!single_send_name.startsWith(`${MARK} `) || !audienceOf(recipient_id).includes(`contacts_${id}`)) return;
    utrs.push(utr);
    names.push(single_send_name);
  });
  const lines = [
    ...(utrs.length === 0 ? [] : [`emk mailings delete ${utrs.join(' ')}`]),
    ...(left.length === 0 ? [] : [`emk contacts delete ${left.join(' ')}`]),
  ];
  if (lines.length === 0) return;
  const mail = names.length === 0 ? 'Its mail' : quoted(names);
  throw new PreflightError(
    `An earlier test with the list "${name}" was interrupted, or still runs. ${mail} may have gone out.`,
    {hint: `Nothing was sent. Delete what it left, then test again: ${lines.join(' && ')}`},
  );
}

/** Refuses a list with other people: a test mails only its testers, and deletes nobody else's contacts. */
function refuseOthers({name, people}: TestList, addresses: readonly string[]): void {
  const others = people.filter(({address}) => !addresses.includes(address));
  if (others.length === 0) return;
  const shown = others.slice(0, SHOWN);
  const shownNames = shown.map(({address}) => address || 'somebody without an address');
  throw new PreflightError(
    `Other people are on the list "${name}" and would get this test: ${withMore(shownNames, others.length)}.`,
    {
      hint: `Nothing was sent. Take them out with "emk contacts delete ${shown.map(({id}) => id).join(' ')}", or ${ANOTHER_LIST}`,
    },
  );
}

/** Refuses a list that automations use: they would mail the testers. */
async function refuseAutomations(context: Context, {name, id}: TestList): Promise<void> {
  const started = id === undefined ? [] : await startedAutomations(context, {list: id});
  if (started.length === 0) return;
  throw new PreflightError(`The list "${name}" starts ${quoted(started)}, and a test adds people to it.`, {
    hint: `Nothing was sent. Pause the automation, or ${ANOTHER_LIST}`,
  });
}

/** What a test has added to the account and takes away again. */
type Added = {readonly people: number[]; readonly mailings: string[]};

/**
 * Adds the people to the list, sends the mail, waits until it was sent, and deletes what the test added. What it cannot
 * know after a lost answer or a signal stays, and the next test names the line that clears up.
 */
async function carryOut(context: Context, test: Test): Promise<Ended> {
  const {list, addresses, keeps, name} = test;
  const added: Added = {people: [], mailings: []};
  try {
    const id = list.id ?? (await makeList(context, test));
    if (context.globals.dryRun && list.id === undefined)
      context.notice(`Then ${addresses.join(', ')} would be added to it, and the test sent there.`);
    else {
      await addPeople(context, test, id, added);
      await sendMail(context, test, id, added);
    }
    if (context.globals.dryRun) return ended(noWork, {kind: 'nothing'});
    await waitUntilSent(context, added.mailings[0] ?? '', `The test of "${name}" was created`);
  } catch (thrown) {
    const error = toEmkError(thrown, context.host);
    if ([UnknownOutcomeError, InterruptedError, PartialError].some(kind => error instanceof kind))
      context.warn(leftBy(test));
    else await clear(context, test, added, `The test did not go out (${error.message})`);
    throw error;
  }
  if (!keeps) await clear(context, test, added, 'The test went out');
  const rest = keeps
    ? `It stays, with its contacts in "${list.name}".`
    : `Its mailing and contacts are gone from the account. The list "${list.name}" stays for the next test.`;
  const sentence = `The test of "${name}" went to ${addresses.join(', ')}. ${rest}`;
  return endedOne(doneResult(sentence, added.mailings[0] ?? ''));
}

/** What a test adds is marked in the account, and needs no journal. */
const journal = {begin: () => 0, answer() {}};

async function makeList(context: Context, {list: {name}, permit}: Test): Promise<number> {
  let made = 0;
  const nameOf = (row: {readonly name?: unknown}) => lowerTrimmed(String(row.name));
  await createAll(
    context,
    {
      ...{of: lists, nameOf, isKnown: () => false, adopts: true, journal},
      made(_, id) {
        made = Number(id);
      },
    },
    [
      {
        name: lowerTrimmed(name),
        item: {kind: 'lists', key: name},
        send: () => context.send(permit, listOperations.create, {name}).then(() => undefined),
      },
    ],
  );
  return made;
}

/** Adds missing people, then looks who is really on the list: the service and other users may add people. */
async function addPeople(context: Context, test: Test, list: number, added: Added): Promise<void> {
  const {addresses, tester, permit, admit} = test;
  const missing = addresses.filter(email => !test.list.people.some(({address}) => address === email));
  const nameOf = (row: {readonly contact_type_id?: unknown; readonly email?: unknown}) =>
    Number(row.contact_type_id) === list ? foldAddress(String(row.email ?? '')) : '';
  await createAll(
    context,
    {
      ...{of: contacts, nameOf, isKnown: () => false, adopts: false, journal},
      made: (_, id) => void added.people.push(Number(id)),
    },
    missing.map(email => ({
      name: email,
      item: {kind: 'contacts', within: String(list), key: email},
      send: () =>
        context
          .send(admit(permit), contactOperations.create, {...tester, email, contact_type_id: list})
          .then(() => undefined),
    })),
  );
  if (!context.globals.dryRun) refuseOthers({...test.list, people: await peopleIn(context, list)}, addresses);
}

async function sendMail(context: Context, {form, permit}: Test, list: number, added: Added): Promise<void> {
  const name = form.single_send_name;
  const mailing = {...form, recipient_id: [`contacts_${list}`], schedule_type: 0 as const};
  await createAll(
    context,
    {
      ...{of: mailings, nameOf: row => String(row['single_send_name']), isKnown: () => true, adopts: false, journal},
      made: (_, utr) => void added.mailings.push(String(utr)),
    },
    [
      {
        name,
        item: {kind: 'mailings', key: name},
        send: async () => (await context.send(permit, operations.create, mailing)).utr,
      },
    ],
  );
}

/** Waits until the service has sent a mail, as long as `EMK_MAX_WAIT` allows. */
async function waitUntilSent(context: Context, utr: string, happened: string): Promise<void> {
  const most = context.globals.maxWait ?? LONGEST_WAIT;
  const hint = 'Look before you test again.';
  const {isThere} = await afterChange(context, {happened, lostAnswer: undefined, hint}, () =>
    readUntil(context, {
      read: () => context.call(operations.details, {utr}),
      isThere: ({status}) => Number(status) === SENT,
      most,
      says: () => `Waiting for the service to send it, for ${waitInWords(most)} at most (EMK_MAX_WAIT).`,
      label: 'Waiting for the service to send the test',
    }),
  );
  if (!isThere)
    throw new PartialError(`${happened}, but the service did not send it within ${waitInWords(most)}.`, {
      hint: `It may still go out. "emk mailings show ${utr}" tells you.`,
    });
}

/** Deletes what a test added, mailings first, and looks whether it is gone. What others deleted meanwhile is gone as well. */
async function clear(context: Context, test: Test, added: Added, happened: string): Promise<void> {
  try {
    for (const [of, ids] of [[mailings, added.mailings] as const, [contacts, added.people] as const]) {
      if (ids.length === 0) continue;
      const removal = {of, listInput: {}, permit: test.permit, kept: 'none' as const};
      const {failed} = await removeRecords(context, removal, ids);
      for (const {error} of failed) if (!(error instanceof NotFoundError)) throw error;
      const targets = ids.map(id => ({id}));
      if ((await stillListed(context, removal, targets))?.length)
        throw new PartialError('the service said that it did, but still lists it.');
    }
  } catch (thrown) {
    const error = toEmkError(thrown, context.host);
    const says = `${happened}, but emk could not delete all it added: ${error.message}`;
    throw new PartialError(says, {cause: error, hint: leftBy(test)});
  }
}

/** What nobody can be sure of at the end of a test, and what to do about it. */
function leftBy({form, addresses, list, keeps}: Test): string {
  const what = `the mailing "${form.single_send_name}", and ${addresses.join(', ')} in "${list.name}"`;
  const advice = keeps ? 'Look before you test again.' : 'The next "emk test" names the line that deletes it.';
  return `Perhaps left in the account: ${what}. ${advice}`;
}
