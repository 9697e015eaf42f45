import {configOf} from '../accounts/store.js';
import {allRecords, noneIfNotFound} from '../api/answers/record-sources.js';
import type {Admit, Permit} from '../api/describe/permit.js';
import type {InputOf, Loose} from '../api/describe/schema.js';
import type {Context} from '../change/context.js';
import {effectOf, join} from '../change/effect/effect.js';
import {afterChange} from '../change/records/after-change.js';
import {createAll} from '../change/records/create-all.js';
import {removeRecords, stillListed} from '../change/records/remove-records.js';
import {type Ended, ended, endedOne, noWork} from '../change/work/ending.js';
import type {Id} from '../change/work/journal.js';
import {toEmkError} from '../change/work/stop-errors.js';
import {findRecord} from '../commands/find-record.js';
import {settings} from '../commands/globals.js';
import {readUntil, timeInWords} from '../commands/verbs/read.js';
import {InterruptedError, PartialError, PreflightError, UnknownOutcomeError} from '../core/errors.js';
import {lowerTrimmed, quoted, withMore} from '../core/words/sentence.js';
import {readPasted} from '../csv/columns/pasted-people.js';
import {audienceOf} from '../endpoints/audience.js';
import contacts, {operations as contactOperations} from '../endpoints/contacts.js';
import lists, {operations as listOperations} from '../endpoints/lists.js';
import mailings, {operations, SENT} from '../endpoints/mailings.js';
import {doneResult} from '../output/results/result.js';
import {openDoor} from '../people/door.js';
import {nameGroupLeavers, stoppedBy, stoppedInWords} from '../people/let-in.js';
import {foldAddress} from '../records/fields/fold-address.js';
import {isNotDeleted} from '../records/fields/path.js';
import {findingsOf, settleFindings, warnOf} from './findings.js';
import {draftOf, readMailing, type SendForm} from './mailing.js';
import type {testTakes} from './options.js';
import {sendCard} from './send.js';
import {startedAutomations} from './started.js';

/** Before the subject and the name of a test. */
const MARK = '[Test]';

/** The second line of the address of a contact that a test adds for its own time. */
const CONTACT_MARK = 'emk test';

/** Checks that do not apply to a test, which resembles its mailing. */
const BESIDE_THE_POINT = ['same-name', 'running'];

const ANOTHER_LIST = 'use another list for tests: emk config set test-list "My tests"';

/** How long to wait for a test by default, in milliseconds. */
const LONGEST_WAIT = 120_000;

type Test = {
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

/** Somebody in the list; `isLeft` if an earlier test added them. */
type Tester = {readonly id: number; readonly email: string; readonly isLeft: boolean};

/** Sends a mailing to testers exactly as it will be, through a list for tests, and deletes what it added. */
export async function testSend(context: Context, {to, ...given}: InputOf<typeof testTakes>): Promise<Ended> {
  const {ask, globals} = context;
  const people = to.flatMap(text => readPasted(text).people);
  const typed = new Map(people.map(({email}) => [foldAddress(email), email]));
  const addresses = [...typed.keys()];
  const draft = await draftOf(context, {...given, recipient_id: ['contacts_0'], now: true});
  const {single_send_name: name, subject} = draft.form;
  const form: SendForm = {
    ...draft.form,
    ...{single_send_name: `${MARK} ${name}`, subject: `${MARK} ${subject}`},
    ...{recipient_id: [], exclude_specific_recipient_id: []},
  };
  const effect = join<'creates' | 'sends' | 'deletes'>(
    effectOf('sends', mailings, 1, {people: {mailed: {count: addresses.length}}, at: 'now'}),
    effectOf('creates', lists, 0),
    effectOf('deletes', contacts, 0, {wayBack: 'none'}),
  );
  const what = `Mail a test of "${name}" to ${addresses.join(', ')}`;
  // A script without a yes is refused before anything else is read.
  if (!ask.possible && !globals.yes && !globals.dryRun) await context.agree(effect, {what});
  await context.mayChange();
  return context.takeTurns([['mailings test']], 'a test in this account', async () => {
    const list = await openTestList(context, addresses);
    const door = await openDoor(context);
    const mailing = await readMailing(context, {...draft, form, limits: {}, more: addresses});
    const stopped = stoppedBy(door, [...typed.values()]);
    const isOut = nameGroupLeavers(context, stopped).length > 0;
    if (isOut || mailing.audience.people < addresses.length)
      throw refused(
        `The service would not mail every tester: ${stoppedInWords(stopped)}.`,
        'Leave these testers out of --to.',
      );
    const found = findingsOf(mailing).filter(({check}) => !BESIDE_THE_POINT.includes(check));
    const findings = settleFindings(found, given, 'mailing');
    if (globals.yes || globals.dryRun) warnOf(context, findings);
    // The card names the few testers instead of lists.
    const audience = {...mailing.audience, to: [{name: addresses.join(', '), people: addresses.length}]};
    const card = async () => sendCard({...mailing, audience}, findings, () => what);
    const permit = await context.agree(effect, {what, card});
    const country = Number(mailing.sender.record?.country_id ?? 1);
    return carryOut(context, {form, addresses, list, country, permit, admit: door.admit});
  });
}

/** Nothing has been sent at this point. */
const refused = (says: string, hint: string): PreflightError =>
  new PreflightError(says, {hint: `Nothing was sent. ${hint}`});

/** Reads the list that the configuration names for tests, and refuses one that cannot be used for these people. */
async function openTestList(context: Context, addresses: readonly string[]): Promise<TestList> {
  const name = configOf(context).settings['test-list'] ?? settings['test-list'].standard;
  const record = await findRecord(context, lists, `name:${name}`);
  if (!record) return {name, id: undefined, people: []};
  const id = Number(record['id']);
  const list = {name, id, people: await peopleIn(context, id)};
  await refuseLeft(context, id, list.people);
  refuseOthers(list, addresses);
  const started = await startedAutomations(context, {list: id});
  if (started.length === 0) return list;
  throw refused(
    `The list "${name}" starts ${quoted(started)}, and a test adds people to it.`,
    `Pause the automation, or ${ANOTHER_LIST}`,
  );
}

/** The people in a list that is known to be small. */
async function peopleIn({stream}: Context, list: number): Promise<Tester[]> {
  const isOnList = (one: Loose): boolean => isNotDeleted(one) && Number(one['contact_type_id']) === list;
  const people = await allRecords(noneIfNotFound(stream(contactOperations.list)), isOnList);
  return people.map(({id, email, address_line2: mark}) => ({
    ...{id, email: foldAddress(email ?? ''), isLeft: mark === CONTACT_MARK},
  }));
}

/**
 * Refuses while there is anything of an interrupted test, whose mail may have gone out, or of one that another machine
 * runs now: the marks in the account tell, and the refusal names the line that clears up.
 */
async function refuseLeft(context: Context, list: number, people: readonly Tester[]): Promise<void> {
  const contactsLeft = people.filter(({isLeft}) => isLeft).map(({id}) => id);
  const mailingsLeft = await allRecords(
    context.stream(operations.list),
    one => one.single_send_name.startsWith(`${MARK} `) && audienceOf(one.recipient_id).includes(`contacts_${list}`),
  );
  const lines = [
    ...(mailingsLeft.length === 0 ? [] : [`emk mailings delete ${mailingsLeft.map(({utr}) => utr).join(' ')}`]),
    ...(contactsLeft.length === 0 ? [] : [`emk contacts delete ${contactsLeft.join(' ')}`]),
  ];
  if (lines.length === 0) return;
  throw refused(
    'An earlier test was interrupted, or still runs. Its mail may have gone out.',
    `Delete what it left, then test again: ${lines.join(' && ')}`,
  );
}

/** Refuses a list with other people: a test mails only its testers, and deletes nobody else's contacts. */
function refuseOthers({name, people}: TestList, addresses: readonly string[]): void {
  const others = people.map(({email}) => email).filter(address => !addresses.includes(address));
  if (others.length === 0) return;
  throw refused(
    `Other people are on the list "${name}" and would get this test: ${withMore(others)}.`,
    `Delete these contacts, or ${ANOTHER_LIST}`,
  );
}

/** What a test has added to the account and takes away again. Its marks are there, so it needs no journal. */
type AddedForTest = {readonly people: Id[]; readonly mailings: Id[]; readonly lists: Id[]};

/**
 * Adds the people to the list, sends the mail, waits until it was sent, and deletes what the test added. What it cannot
 * know after a lost answer or a signal stays, and the next test names the line that clears up.
 */
async function carryOut(context: Context, test: Test): Promise<Ended> {
  const {list, addresses, form} = test;
  const added: AddedForTest = {people: [], mailings: [], lists: []};
  try {
    await add(context, test, added);
    if (context.globals.dryRun) return ended(noWork, {kind: 'nothing'});
    await waitUntilSent(context, String(added.mailings[0]));
  } catch (thrown) {
    const error = toEmkError(thrown, context.host);
    if ([UnknownOutcomeError, InterruptedError, PartialError].some(kind => error instanceof kind))
      context.warn(leftBy(test));
    else await clear(context, test, added, `The test did not go out (${error.message})`);
    throw error;
  }
  await clear(context, test, added, 'The test went out');
  const sentence =
    `"${form.single_send_name}" went to ${addresses.join(', ')}. Its mailing and contacts are gone from the account. ` +
    `The list "${list.name}" stays for the next test.`;
  return endedOne(doneResult(sentence, added.mailings[0] ?? ''));
}

/** Makes the list if it is missing, adds the people to it, and creates the mailing, which sends it. */
async function add(context: Context, test: Test, {people, mailings: sent, lists: made}: AddedForTest): Promise<void> {
  const {list, form, addresses, country, permit, admit} = test;
  const {dryRun} = context.globals;
  if (list.id === undefined) {
    const send = () => context.send(permit, listOperations.create, {name: list.name});
    await create(context, lists, made, row => lowerTrimmed(String(row['name'])), [[lowerTrimmed(list.name), send]]);
    if (dryRun) return;
  }
  const contact_type_id = list.id ?? Number(made[0]);
  const tester = {first_name: 'Test', last_name: 'Reader', country, address_line2: CONTACT_MARK, contact_type_id};
  const nameOf = (row: Loose) =>
    Number(row['contact_type_id']) === contact_type_id ? foldAddress(String(row['email'] ?? '')) : '';
  const missing = addresses
    .filter(email => !list.people.some(person => person.email === email))
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
    {of, nameOf, isKnown: () => of === mailings, adopts: false, made: (_, id) => void ids.push(id)},
    wanted.map(([name, send]) => ({name, send})),
  );

/** Waits until the service has sent a mail, as long as `EMK_MAX_WAIT` allows. */
async function waitUntilSent(context: Context, utr: string): Promise<void> {
  const most = context.globals.maxWait ?? LONGEST_WAIT;
  const happened = 'The test was created';
  const hint = 'Look before you test again.';
  const {isThere} = await afterChange(context, {happened, lostAnswer: undefined, hint}, () =>
    readUntil(context, {
      read: () => context.call(operations.details, {utr}),
      isThere: ({status}) => Number(status) === SENT,
      most,
      says: () => `Waiting for the service to send it, for ${timeInWords(most)} at most (EMK_MAX_WAIT).`,
      label: 'Waiting for the service to send the test',
    }),
  );
  if (!isThere)
    throw new PartialError(`${happened}, but the service did not send it within ${timeInWords(most)}.`, {
      hint: `It may still go out. "emk mailings show ${utr}" tells you.`,
    });
}

/** Deletes what a test added, mailings first, and looks whether it is gone. */
async function clear(context: Context, test: Test, added: AddedForTest, happened: string): Promise<void> {
  for (const [of, ids] of [[mailings, added.mailings] as const, [contacts, added.people] as const]) {
    const removal = {of, listInput: {}, permit: test.permit, kept: 'none' as const};
    const {failed, stopped} = await removeRecords(context, removal, ids);
    const targets = ids.map(id => ({id}));
    if (failed.length === 0 && !stopped && !(await stillListed(context, removal, targets))?.length) continue;
    const cause = stopped ?? failed[0]?.error;
    throw new PartialError(`${happened}, but emk could not delete all it added.`, {cause, hint: leftBy(test)});
  }
}

/** What nobody can be sure of at the end of a test, and what to do about it. */
const leftBy = ({form, addresses, list}: Test): string =>
  `Perhaps left in the account: the mailing "${form.single_send_name}", and ${addresses.join(', ')} in "${list.name}". ` +
  'The next "emk test" names the line that deletes it.';
