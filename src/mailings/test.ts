import {configOf} from '../accounts/store.js';
import {forEachRecord, noneIfNotFound} from '../api/answers/record-sources.js';
import type {Admit, Permit} from '../api/describe/permit.js';
import type {InputOf, Loose} from '../api/describe/schema.js';
import type {Context} from '../change/context.js';
import {effectOf, join} from '../change/effect/effect.js';
import {afterChange} from '../change/records/after-change.js';
import {createAll} from '../change/records/create-all.js';
import {type Id, removeRecords, stillListed} from '../change/records/remove-records.js';
import {type Ended, ended, endedOne, noWork} from '../change/work/ending.js';
import {toEmkError} from '../change/work/stop-errors.js';
import {findRecord} from '../commands/find-record.js';
import {settings} from '../commands/globals.js';
import {
  InterruptedError,
  NotFoundError,
  PartialError,
  PreflightError,
  UnknownOutcomeError,
  UsageError,
} from '../core/errors.js';
import {lowerTrimmed, quoted, withMore} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import {readPasted} from '../csv/columns/pasted-people.js';
import {audienceOf} from '../endpoints/audience.js';
import contacts, {operations as contactOperations} from '../endpoints/contacts.js';
import lists, {operations as listOperations} from '../endpoints/lists.js';
import mailings, {operations, SENT} from '../endpoints/mailings.js';
import {doneResult} from '../output/results/result.js';
import {openDoor} from '../people/door.js';
import {nameGroupLeavers, stoppedBy} from '../people/let-in.js';
import {readLeavings} from '../people/who-left.js';
import {foldAddress} from '../records/fields/fold-address.js';
import {isNotDeleted} from '../records/fields/path.js';
import {type Draft, draftOf, readMailing, type SendForm} from './mailing.js';
import type {CheckRules, testTakes} from './options.js';
import {sendCard, settleMailing} from './send.js';
import {startedAutomations} from './started.js';

/** Before the subject and the name of a test. */
const MARK = '[Test]';

/** The second line of the address of a contact that a test adds for its own time. */
const CONTACT_MARK = 'emk test';

const TESTER = {first_name: 'Test', last_name: 'Reader'};

/** Checks that do not apply to a test, which goes to testers at any hour and resembles its mailing. */
const BESIDE_THE_POINT = [
  ...['same-name', 'same-subject', 'odd-hour', 'running', 'tag-without-value', 'length'],
  ...['unsubscribed', 'audience-empty'],
];

const ANOTHER_LIST = 'use another list for tests: emk config set test-list "My tests"';

/** How long to wait for a test by default, in milliseconds. */
const LONGEST_WAIT = 120_000;

type Test = {
  /** The name of the mailing. */
  readonly name: string;
  readonly form: SendForm;
  readonly addresses: readonly string[];
  readonly list: TestList;
  /** The country of the contacts that it adds. */
  readonly country: number;
  /** A test mails the testers, adds them to a list that it may make, and deletes them. */
  readonly permit: Permit<'creates' | 'sends' | 'deletes'>;
  readonly admit: Admit;
};

/** The list for tests, and who is in it. It has no id before the first test. */
type TestList = {readonly name: string; readonly id: number | undefined; readonly people: readonly Tester[]};

type Tester = {readonly id: number; readonly address: string; readonly isLeft: boolean};

/** Sends a mailing to testers exactly as it will be, through a list for tests, and deletes what it added. */
export async function testSend(context: Context, input: InputOf<typeof testTakes>): Promise<Ended> {
  const {to, ...given} = input;
  const {ask, globals} = context;
  const people = to.flatMap(text => readPasted(text).people);
  const typed = new Map(people.map(({email}) => [foldAddress(email), email]));
  const addresses = [...typed.keys()];
  const draft = await draftOf(context, {...given, recipient_id: ['contacts_0'], now: true});
  const effect = join<'creates' | 'sends' | 'deletes'>(
    effectOf('sends', mailings, 1, {people: {mailed: {count: addresses.length}}, at: 'now'}),
    effectOf('creates', lists, 0),
    effectOf('deletes', contacts, 0, {wayBack: 'none'}),
  );
  const what = `Mail a test of "${draft.form.single_send_name}" to ${addresses.join(', ')}`;
  if (!ask.possible && !globals.yes && !globals.dryRun) await context.agree(effect, {what});
  await context.mayChange();
  return context.takeTurns([['mailings test']], 'a test in this account', async () => {
    const list = await openTestList(context, addresses);
    const {mailing, findings, ...test} = await prepare(context, draft, typed, given);
    // The card names the few testers instead of lists.
    const audience = {...mailing.audience, to: [{name: addresses.join(', '), people: addresses.length}]};
    const card = async () => sendCard({...mailing, audience}, findings, () => what);
    const permit = await context.agree(effect, {what, card});
    tellOfTags(context, draft);
    return carryOut(context, {...test, addresses, list, permit});
  });
}

/** Checks the mailing and the testers, of whom each must be one whom the service mails. */
async function prepare(context: Context, draft: Draft, typed: ReadonlyMap<string, string>, rules: CheckRules) {
  const {yes, dryRun} = context.globals;
  const door = await openDoor(context);
  const {single_send_name: name, subject} = draft.form;
  const form: SendForm = {
    ...draft.form,
    single_send_name: `${MARK} ${name}`,
    subject: `${MARK} ${subject}`,
    recipient_id: [],
    exclude_specific_recipient_id: [],
  };
  const more = [...typed.keys()].map(email => ({...TESTER, email}));
  const mailing = await readMailing(context, {...draft, form, moment: {schedule_type: 0}, limits: {}, more});
  if (mailing.audience.people < typed.size) {
    const leavings = await readLeavings(context, await door.whoLeft());
    const isUnmailed = (one: string) => leavings(one).some(place => [null, mailing.group.id].includes(place));
    const unmailed = [...typed.values()].filter(isUnmailed);
    throw refused(
      `The service would not mail every tester: ${withMore(unmailed)} unsubscribed from everything or from this group.`,
      'Leave these testers out of --to.',
    );
  }
  nameGroupLeavers(context, stoppedBy(door, [...typed.values()]));
  const warns = yes || dryRun;
  const findings = settleMailing(context, mailing, {rules, without: BESIDE_THE_POINT, warns});
  const country = Number(mailing.sender.record?.country_id ?? 1);
  return {name, form, country, admit: door.admit, mailing, findings};
}

function tellOfTags({notice}: Context, {utr, form: {single_send_name: name}}: Draft): void {
  const own = `To see them with a real person: emk templates preview ${shellWord(name)} --contact ADDRESS`;
  notice(
    `A test contact (${TESTER.first_name} ${TESTER.last_name}) fills the tags: the service fills them only for ` +
      `people on its lists.${utr === undefined ? '' : ` ${own}`}`,
  );
}

/** Nothing has been sent at this point. */
const refused = (says: string, hint: string): PreflightError =>
  new PreflightError(says, {hint: `Nothing was sent. ${hint}`});

/** Reads the list that the configuration names for tests, and refuses one that cannot be used for these people. */
async function openTestList(context: Context, addresses: readonly string[]): Promise<TestList> {
  const name = configOf(context).settings['test-list'] ?? settings['test-list'].standard;
  const record = await findRecord(context, lists, `name:${name}`).catch((error: unknown) => {
    if (!(error instanceof UsageError)) throw error;
    throw refused(error.message, `Delete or rename all but one of them, or ${ANOTHER_LIST}`);
  });
  if (!record) return {name, id: undefined, people: []};
  const id = Number(record['id']);
  const list = {name, id, people: await peopleIn(context, id)};
  await refuseLeft(context, list);
  refuseOthers(list, addresses);
  // Automations that the list starts would mail the testers.
  const started = addresses.length > list.people.length ? await startedAutomations(context, {list: id}) : [];
  if (started.length > 0) {
    throw refused(
      `The list "${name}" starts ${quoted(started)}, and a test adds people to it.`,
      `Pause the automation, or ${ANOTHER_LIST}`,
    );
  }
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
  throw refused(
    `An earlier test with the list "${name}" was interrupted, or still runs. ${mail} may have gone out.`,
    `Delete what it left, then test again: ${lines.join(' && ')}`,
  );
}

/** Refuses a list with other people: a test mails only its testers, and deletes nobody else's contacts. */
function refuseOthers({name, people}: TestList, addresses: readonly string[]): void {
  const others = people.filter(({address}) => !addresses.includes(address));
  if (others.length === 0) return;
  const names = others.map(({address}) => address || 'somebody without an address');
  throw refused(
    `Other people are on the list "${name}" and would get this test: ${withMore(names)}.`,
    `Delete these contacts, or ${ANOTHER_LIST}`,
  );
}

/** What a test has added to the account and takes away again. Its marks are there, so it needs no journal. */
type Added = {readonly people: Id[]; readonly mailings: Id[]; readonly lists: Id[]};

/**
 * Adds the people to the list, sends the mail, waits until it was sent, and deletes what the test added. What it cannot
 * know after a lost answer or a signal stays, and the next test names the line that clears up.
 */
async function carryOut(context: Context, test: Test): Promise<Ended> {
  const {list, addresses, name} = test;
  const added: Added = {people: [], mailings: [], lists: []};
  try {
    await add(context, test, added);
    if (context.globals.dryRun) return ended(noWork, {kind: 'nothing'});
    await waitUntilSent(context, String(added.mailings[0]), `The test of "${name}" was created`);
  } catch (thrown) {
    const error = toEmkError(thrown, context.host);
    if ([UnknownOutcomeError, InterruptedError, PartialError].some(kind => error instanceof kind))
      context.warn(leftBy(test));
    else await clear(context, test, added, `The test did not go out (${error.message})`);
    throw error;
  }
  await clear(context, test, added, 'The test went out');
  const sentence =
    `The test of "${name}" went to ${addresses.join(', ')}. Its mailing and contacts are gone from the account. ` +
    `The list "${list.name}" stays for the next test.`;
  return endedOne(doneResult(sentence, added.mailings[0] ?? ''));
}

/** Makes the list if it is missing, adds the people to it, and creates the mailing, which sends it. */
async function add(context: Context, test: Test, {people, mailings: sent, lists: made}: Added): Promise<void> {
  const {list, form, addresses, country, permit, admit} = test;
  const {dryRun} = context.globals;
  if (list.id === undefined) {
    const send = () => context.send(permit, listOperations.create, {name: list.name});
    await create(context, lists, made, row => lowerTrimmed(String(row['name'])), [[lowerTrimmed(list.name), send]]);
    if (dryRun) return context.notice(`Then ${addresses.join(', ')} would be added to it, and the test sent there.`);
  }
  const contact_type_id = list.id ?? Number(made[0]);
  const tester = {...TESTER, country, address_line2: CONTACT_MARK, contact_type_id};
  const nameOf = (row: Loose) =>
    Number(row['contact_type_id']) === contact_type_id ? foldAddress(String(row['email'] ?? '')) : '';
  const missing = addresses
    .filter(email => !list.people.some(({address}) => address === email))
    .map(email => [email, () => context.send(admit(permit), contactOperations.create, {...tester, email})] as const);
  await create(context, contacts, people, nameOf, missing);
  // The service and other users may add people, too.
  if (!dryRun) refuseOthers({...list, people: await peopleIn(context, contact_type_id)}, addresses);
  const mailing = {...form, recipient_id: [`contacts_${contact_type_id}`], schedule_type: 0 as const};
  const send = () => context.send(permit, operations.create, mailing);
  await create(context, mailings, sent, row => String(row['single_send_name']), [[form.single_send_name, send]]);
}

/** Creates records by their names, and keeps their ids. Only of mailings there may be others of the same name. */
const create = (
  context: Context,
  of: typeof lists | typeof contacts | typeof mailings,
  ids: Id[],
  nameOf: (row: Loose) => string,
  wanted: ReadonlyArray<readonly [name: string, send: () => Promise<unknown>]>,
): Promise<void> =>
  createAll(
    context,
    {
      ...{of, nameOf, isKnown: () => of === mailings, adopts: false},
      made: (_, id) => void ids.push(id),
    },
    wanted.map(([name, send]) => ({name, send})),
  );

/** Waits until the service has sent a mail, as long as `EMK_MAX_WAIT` allows. */
async function waitUntilSent(context: Context, utr: string, happened: string): Promise<void> {
  const {call, globals, host, notice, progress} = context;
  const most = globals.maxWait ?? LONGEST_WAIT;
  const isSent = async () => Number((await call(operations.details, {utr})).status) === SENT;
  const wait = async (): Promise<boolean> => {
    for (let [waited, pause] = [0, 2000]; !(await isSent()); pause = Math.min(pause * 1.5, 30_000)) {
      if (waited === 0) notice('Waiting for the service to send it, as long as EMK_MAX_WAIT allows.');
      if (waited >= most) return false;
      progress.show({label: 'Waiting for the service to send the test'});
      await host.sleep(Math.min(pause, most - waited), host.interrupted);
      waited += pause;
    }
    progress.clear();
    return true;
  };
  const hint = 'Look before you test again.';
  if (!(await afterChange(context, {happened, lostAnswer: undefined, hint}, wait)))
    throw new PartialError(`${happened}, but the service did not send it in time (EMK_MAX_WAIT).`, {
      hint: `It may still go out. "emk mailings show ${utr}" tells you.`,
    });
}

/** Deletes what a test added, mailings first, and looks whether it is gone. What others deleted meanwhile is gone as well. */
async function clear(context: Context, test: Test, added: Added, happened: string): Promise<void> {
  try {
    for (const [of, ids] of [[mailings, added.mailings] as const, [contacts, added.people] as const]) {
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
const leftBy = ({form, addresses, list}: Test): string =>
  `Perhaps left in the account: the mailing "${form.single_send_name}", and ${addresses.join(', ')} in "${list.name}". ` +
  'The next "emk test" names the line that deletes it.';
