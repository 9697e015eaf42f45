import {configOf} from '../accounts/save-config.js';
import {forEachRecord, noneIfNotFound} from '../api/answers/record-sources.js';
import type {Collection} from '../api/describe/collection.js';
import type {OperationInput} from '../api/describe/operation.js';
import type {Admit, Permit} from '../api/describe/permit.js';
import type {InputOf} from '../api/describe/schema.js';
import {type Effect, effectOf, join} from '../change/effect/effect.js';
import {holds} from '../change/identity/identities.js';
import {type Ended, ended, endedOne, noWork} from '../change/work/ending.js';
import {toEmkError} from '../change/work/stop-errors.js';
import type {Context} from '../commands/command.js';
import {settings} from '../commands/globals.js';
import {afterChange} from '../commands/verbs/after-change.js';
import {createEach, type Step} from '../commands/verbs/create-all.js';
import {newSince, surveyList} from '../commands/verbs/find-created.js';
import {listedRecords} from '../commands/verbs/listed.js';
import {readUntil, waitInWords} from '../commands/verbs/read-until.js';
import {removeRecords} from '../commands/verbs/remove-records.js';
import {
  appliedNothing,
  type EmkError,
  InterruptedError,
  NotFoundError,
  PartialError,
  PreflightError,
  UnknownOutcomeError,
} from '../core/errors.js';
import {andList, counted, lowerTrimmed, plural, quoted, withMore} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import {readPasted} from '../csv/columns/pasted-people.js';
import {audienceOf} from '../endpoints/audience.js';
import contacts, {operations as contactOperations} from '../endpoints/contacts.js';
import lists, {operations as listOperations} from '../endpoints/lists.js';
import mailings, {operations, SENT} from '../endpoints/mailings.js';
import {doneResult} from '../output/results/result.js';
import {type AtDoor, openDoor} from '../people/door.js';
import {readLeavings} from '../people/leavings.js';
import {letInAll, stoppedBy} from '../people/let-in.js';
import {byName, type Stopped, stoppedInWords} from '../people/words.js';
import {foldAddress} from '../records/fields/fold-address.js';
import {isNotDeleted} from '../records/fields/is-not-deleted.js';
import {draftOf} from './draft.js';
import {findingsOf, settleFindings, warnOf} from './findings.js';
import {sendCard} from './gate.js';
import type {CheckRules, testTakes} from './options.js';
import {type Draft, type Mailing, readMailing, type SendForm} from './read.js';
import {startedAutomations} from './started.js';

/** Sends a mailing to testers exactly as it will be, through a list for tests, and deletes the traces. */
export async function testSend(context: Context, input: InputOf<typeof testTakes>): Promise<Ended> {
  const {to, keep, strict, force, include_unsubscribed, ...given} = input;
  const {ask, globals} = context;
  const people = to.flatMap(text => readPasted(text).people);
  const typed = new Map(people.map(({email}) => [foldAddress(email), email]));
  const addresses = [...typed.keys()];
  const draft = await draftOf(context, {...given, recipient_id: ['contacts_0'], now: true});
  const group = draft.form.unsubscribe_group_id;
  const admit = await letTestersIn(context, {addresses: [...typed.values()], group, include_unsubscribed});
  if (!ask.possible && !globals.yes && !globals.dryRun) {
    await context.agree(testing(addresses), {what: mailsTest(draft.form.single_send_name, addresses)});
  }
  await context.mayChange();
  const wanted = {draft, addresses, admit, keeps: keep === true || keep === 1, strict, force};
  return context.takeTurns([['mailings test']], 'a test in this account', () => checkedTest(context, wanted));
}

/** What a test does: it mails the testers, adds them to a list that it may make, and deletes what it added. */
const testing = ({length: count}: readonly string[]): Effect<TestDoes> =>
  join<TestDoes>(
    effectOf('sends', mailings, 1, {people: {mailed: {count}}, at: 'now'}),
    effectOf('creates', lists, 0),
    effectOf('deletes', contacts, 0, {wayBack: 'none'}),
  );

const mailsTest = (name: string, addresses: readonly string[]): string =>
  `Mail a test of "${name}" to ${addresses.join(', ')}`;

type Wanted = CheckRules & {
  readonly draft: Draft;
  readonly addresses: readonly string[];
  readonly admit: Admit;
  readonly keeps: boolean;
};

/** Checks the list and the mailing, asks, and carries it out. */
async function checkedTest(context: Context, {draft, addresses, admit, keeps, strict, force}: Wanted): Promise<Ended> {
  const {globals} = context;
  const name = draft.form.single_send_name;
  const what = mailsTest(name, addresses);
  const list = await openTestList(context, addresses);
  const form: SendForm = {
    ...draft.form,
    single_send_name: `${keeps ? KEPT_MARK : MARK} ${name}`,
    subject: `${MARK} ${draft.form.subject}`,
    recipient_id: [],
    exclude_specific_recipient_id: [],
  };
  const testers = addresses.map(email => ({...TESTER, email}));
  const mailing = await readMailing(context, {...draft, form, moment: {schedule_type: 0}, limits: {}, more: testers});
  const found = findingsOf(mailing).filter(({check}) => !BESIDE_THE_POINT.has(check));
  const findings = settleFindings(found, {rules: {strict, force}, what: 'mailing'});
  if (globals.yes || globals.dryRun) warnOf(context, findings);
  const permit = await context.agree(testing(addresses), {
    what,
    card: async () => sendCard(toTesters(mailing, addresses), findings, () => what),
  });
  context.notice(
    `A test contact (${TESTER.first_name} ${TESTER.last_name}) fills the tags: the service fills them only for ` +
      `people on its lists.${draft.utr === undefined ? '' : ` To see them with a real person: emk templates preview ${shellWord(name)} --contact ADDRESS`}`,
  );
  return carryOutTest(context, {
    ...{list, form, addresses, keeps, name, permit, admit},
    tester: {
      ...TESTER,
      country: Number(mailing.sender.record?.country_id ?? 1),
      ...(keeps ? {} : {address_line2: CONTACT_MARK}),
    },
  });
}

/** The card of a test, which names its few people instead of lists. */
const toTesters = (mailing: Mailing, addresses: readonly string[]): Mailing => ({
  ...mailing,
  audience: {...mailing.audience, to: [{name: addresses.join(', '), people: addresses.length}]},
});

const TESTER = {first_name: 'Test', last_name: 'Reader'};

/** Checks that do not apply to a test, which goes to testers at any hour and resembles its mailing. */
const BESIDE_THE_POINT = new Set(['same-name', 'same-subject', 'odd-hour', 'running', 'tag-without-value', 'length']);

type Testers = Pick<AtDoor, 'include_unsubscribed'> & {
  readonly addresses: readonly string[];
  /** The group of the mailing. */
  readonly group: number;
};

/** Takes testers through the door. The service mails none who left everything or the mailing's group, so nobody can choose to. */
async function letTestersIn(
  context: Context,
  {addresses, group, include_unsubscribed: included}: Testers,
): Promise<Admit> {
  const door = await openDoor(context);
  const stopped = stoppedBy(door, addresses);
  const leavers = stopped.filter(({reason}) => reason === 'left_a_group');
  const leavings = leavers.length > 0 ? await readLeavings(context, await door.whoLeft()) : () => [];
  const everything = stopped.filter(({reason}) => reason === 'unsubscribed');
  const thisGroup = leavers.filter(({address}) => leavings(address).includes(group));
  refuseUnmailed(everything, thisGroup);
  const others = stopped.filter(({reason}) => !(included && reason === 'left_a_group'));
  await letInAll(context, others, `Mail the test to ${plural(others.length, 'this person', 'them')} anyway?`);
  return door.admit;
}

function refuseUnmailed(everything: readonly Stopped[], thisGroup: readonly Stopped[]): void {
  const all = [...everything, ...thisGroup];
  if (all.length === 0) return;
  const who = andList([
    ...(everything.length > 0 ? [stoppedInWords(everything)] : []),
    ...(thisGroup.length > 0
      ? [`${byName(thisGroup.map(({address}) => address))} unsubscribed from the group of this mailing`]
      : []),
  ]);
  throw new PreflightError(`${who}, so the service would not mail ${plural(all.length, 'this person', 'them')}.`, {
    hint: `Nothing was sent. Remove ${plural(all.length, 'this address', 'these addresses')} from --to.`,
  });
}

/** The sorts of requests of a test. */
type TestDoes = 'creates' | 'sends' | 'deletes';

/** The word before the subject and the name of a test. */
const MARK = '[Test]';

/** The word before the name of a test that stays in the account. */
const KEPT_MARK = '[Test, kept]';

/** The second line of the address of a contact that a test adds for its own time. */
const CONTACT_MARK = 'emk test';

/** The list for tests, and who is in it. It has no id before the first test. */
type TestList = {readonly name: string; readonly id: number | undefined; readonly people: readonly Tester[]};

type Tester = {readonly id: number; readonly address: string; readonly isLeft: boolean};

/** Reads the list that the configuration names for tests, and refuses one that cannot be used for these people. */
async function openTestList(context: Context, addresses: readonly string[]): Promise<TestList> {
  const list = await readTestList(context);
  if (list.id !== undefined) await refuseLeft(context, list, list.id);
  refuseOthers(list, addresses);
  if (list.id !== undefined && addresses.length > list.people.length)
    await refuseAutomations(context, list.name, list.id);
  return list;
}

async function readTestList(context: Context): Promise<TestList> {
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
  return {name, id, people: id === undefined ? [] : await peopleIn(context, id)};
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

/** Refuses while there is anything of an interrupted test, whose mail may have gone out, or of one that another machine runs now. */
async function refuseLeft(context: Context, {name, people}: TestList, id: number): Promise<void> {
  const left: Added = {people: people.flatMap(person => (person.isLeft ? [person.id] : [])), mailings: []};
  const names: string[] = [];
  await forEachRecord(context.stream(operations.list), ({utr, single_send_name, recipient_id}) => {
    if (!single_send_name.startsWith(`${MARK} `) || !audienceOf(recipient_id).includes(`contacts_${id}`)) return;
    left.mailings.push(utr);
    names.push(single_send_name);
  });
  if (left.people.length + left.mailings.length === 0) return;
  const mail = names.length === 0 ? 'Its mail' : quoted(names);
  throw new PreflightError(
    `An earlier test with the list "${name}" was interrupted, or still runs. ${mail} may have gone out.`,
    {
      hint: `Nothing was sent. Delete what it left, then test again: ${clearingLine(left)}`,
    },
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
async function refuseAutomations(context: Context, name: string, list: number): Promise<void> {
  const started = await startedAutomations(context, {list});
  if (started.length === 0) return;
  throw new PreflightError(`The list "${name}" starts ${quoted(started)}, and a test adds people to it.`, {
    hint: `Nothing was sent. Pause the automation, or ${ANOTHER_LIST}`,
  });
}

const SHOWN = 5;
const ANOTHER_LIST = 'use another list for tests: emk config set test-list "My tests"';

type Test = {
  readonly list: TestList;
  readonly form: SendForm;
  readonly addresses: readonly string[];
  readonly tester: Omit<OperationInput<typeof contactOperations.create>, 'contact_type_id' | 'email'>;
  readonly keeps: boolean;
  readonly name: string;
  readonly permit: Permit<TestDoes>;
  readonly admit: Admit;
};

/** What a test has added to the account and takes away again. */
type Added = {readonly people: number[]; readonly mailings: string[]};

/** The same with what stays, and with what an unanswered request may have added. */
type Traces = Added & {list?: number; readonly perhaps: Set<string>};

/**
 * Adds the people to the list, sends the mail, waits until it was sent, and deletes what the test added. Nothing is
 * sent before the list was read again and contains exactly the intended people. After a lost answer everything stays,
 * and the error says what, and the line that deletes it.
 */
async function carryOutTest(context: Context, test: Test): Promise<Ended> {
  const {list, addresses, keeps, name, permit} = test;
  if (context.globals.dryRun) return planned(context, test);
  const traces: Traces = {people: [], mailings: [], perhaps: new Set()};
  const went = `The test of "${name}" went to ${addresses.join(', ')}`;
  try {
    const id = list.id ?? (await createList(context, permit, list.name, traces));
    await addPeople(context, test, id, traces);
    const utr = await sendMail(context, test, id, traces);
    await waitUntilSent(context, utr, `The test of "${name}" was created`);
  } catch (thrown) {
    const error = toEmkError(thrown, context.host);
    if (![UnknownOutcomeError, InterruptedError, PartialError].some(kind => error instanceof kind)) {
      await clear(context, test, traces, `The test did not go out (${error.message})`);
      throw error;
    }
    throw withTraces(error, traces, test);
  }
  const [utr = ''] = traces.mailings;
  if (keeps) return endedOne(doneResult(`${went}. It stays as ${leftInWords(traces, list.name)}.`, utr));
  await clear(context, test, traces, 'The test went out');
  return endedOne(
    doneResult(
      `${went}. Its mailing and contacts are gone from the account. The list "${list.name}" stays for the next test.`,
      utr,
    ),
  );
}

/** The error of a test that nobody knows the end of, with what stays in the account and the line that deletes it. */
function withTraces(error: EmkError, traces: Traces, {list, keeps}: Test): EmkError {
  const {message} = error;
  const perhaps = [...traces.perhaps].map(each => `perhaps ${each}`);
  const left = [leftInWords(traces, list.name), ...perhaps].filter(Boolean).join(', ');
  if (left === '') return error;
  const advice = [error.hint === LOOK_HINT ? undefined : error.hint, keeps ? LOOK_HINT : clearingLine(traces)];
  const said = {cause: error, hint: `Left in the account: ${left}. ${advice.filter(Boolean).join(' ')}`};
  if (error instanceof InterruptedError) return new InterruptedError(message, {hint: said.hint, exit: error.exit});
  return error instanceof PartialError ? new PartialError(message, said) : new UnknownOutcomeError(message, said);
}

/** The requests of a test as far as they are known: a list that does not exist yet has no id. */
async function planned(context: Context, {list, form, addresses, tester, permit, admit}: Test): Promise<Ended> {
  const {send, notice} = context;
  if (list.id === undefined) {
    await send(permit, listOperations.create, {name: list.name});
    notice(`Then ${addresses.join(', ')} would be added to it, and the test sent there.`);
    return ended(noWork, {kind: 'nothing'});
  }
  for (const email of missingIn(list, addresses))
    await send(admit(permit), contactOperations.create, {...tester, email, contact_type_id: list.id});
  await send(permit, operations.create, {...form, recipient_id: [`contacts_${list.id}`], schedule_type: 0});
  return ended(noWork, {kind: 'nothing'});
}

const missingIn = ({people}: TestList, addresses: readonly string[]): readonly string[] =>
  addresses.filter(email => !people.some(({address}) => address === email));

/** Creates what a test needs, each looked for in the account afterwards, which also settles a lost answer. */
const create = (
  context: Context,
  steps: readonly Step[],
  happened: string,
  traces: Traces,
  find: () => Promise<(step: Step) => readonly (string | number)[]>,
): Promise<void> =>
  createEach(
    // What a test adds is marked in the account, and needs no journal.
    {begin: () => 0, answer() {}},
    steps.map(step => ({
      ...step,
      send() {
        traces.perhaps.add(step.item.key);
        return step.send().catch(error => {
          if (appliedNothing(error)) traces.perhaps.delete(step.item.key);
          throw error;
        });
      },
    })),
    {
      lastRow: 0,
      host: context.host,
      find: lostAnswer => afterChange(context, {happened, lostAnswer, hint: LOOK_HINT}, find),
      made: ({item}) => void traces.perhaps.delete(item.key),
      unclear: () => new PartialError(`${happened}, but the service does not list it yet.`),
    },
  );

async function createList(context: Context, permit: Permit<'creates'>, name: string, traces: Traces): Promise<number> {
  const send = () => context.send(permit, listOperations.create, {name}).then(() => undefined);
  const step: Step = {item: {kind: 'lists', key: `the list "${name}"`}, send};
  await create(context, [step], `The list "${name}" was created`, traces, async () => {
    const {id} = await readTestList(context);
    if (id !== undefined) traces.list = id;
    return () => (id === undefined ? [] : [id]);
  });
  return Number(traces.list);
}

/**
 * Adds missing people, then reads who is really in the list, even if one could not be added. The service and other
 * users may add people, and everyone who was added must be removed later.
 */
async function addPeople(context: Context, test: Test, listId: number, traces: Traces): Promise<void> {
  const {list, addresses, tester, permit, admit} = test;
  const known = new Set(list.people.map(({id}) => id));
  const missing = missingIn(list, addresses);
  const keyOf = (email: string): string => `${email} in "${list.name}"`;
  let people: readonly Tester[] | undefined;
  const steps = missing.map(
    (email): Step => ({
      item: {kind: 'contacts', within: String(listId), key: keyOf(email)},
      send: () =>
        context
          .send(admit(permit), contactOperations.create, {...tester, email, contact_type_id: listId})
          .then(() => undefined),
    }),
  );
  await create(context, steps, `${andList(missing)} was added to "${list.name}"`, traces, async () => {
    people = await peopleIn(context, listId);
    const added = people.filter(({id, address}) => !known.has(id) && addresses.includes(address));
    traces.people.splice(0, traces.people.length, ...added.map(({id}) => id));
    return ({item}) => added.flatMap(({id, address}) => (keyOf(address) === item.key ? [id] : [])).slice(0, 1);
  });
  refuseOthers({...list, people: people ?? (await peopleIn(context, listId))}, addresses);
}

async function sendMail(context: Context, {form, permit}: Test, listId: number, traces: Traces): Promise<string> {
  const {highest} = await surveyList(context, {of: mailings});
  const name = form.single_send_name;
  const mailing = {...form, recipient_id: [`contacts_${listId}`], schedule_type: 0 as const};
  const step: Step = {
    item: {kind: 'mailings', key: `the mailing "${name}"`},
    does: 'sends',
    send: async () => {
      const {utr} = await context.send(permit, operations.create, mailing);
      traces.mailings.push(utr);
      return utr;
    },
  };
  await create(context, [step], 'The test was created', traces, async () => {
    const isIt = (send: object): boolean => holds(send as never, {single_send_name: name});
    const made = (await newSince(context, {of: mailings, isIt}, highest)).map(({utr}) => String(utr));
    traces.mailings.push(...made.slice(0, 1));
    return () => made;
  });
  const [utr = ''] = traces.mailings;
  return utr;
}

/** How long to wait for a test by default, in milliseconds. */
const MOST = 120_000;

/** Waits until the service has sent a mail, as long as `EMK_MAX_WAIT` allows. */
async function waitUntilSent(context: Context, utr: string, happened: string): Promise<void> {
  const most = context.globals.maxWait ?? MOST;
  const {isThere} = await afterChange(context, {happened, lostAnswer: undefined, hint: LOOK_HINT}, () =>
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

/** Deletes what a test added, mailings first, and looks whether it is gone. What somebody else deleted meanwhile is gone as well. */
async function clear(context: Context, {list, permit}: Test, traces: Traces, happened: string): Promise<void> {
  const added = {people: [...traces.people], mailings: [...traces.mailings]};
  const remove = async <T extends string | number>(of: Collection, ids: T[]): Promise<void> => {
    const {failed} = await removeRecords(context, {of, listInput: {}, permit, kept: 'none'}, [...ids]);
    const left = failed.filter(({error}) => !(error instanceof NotFoundError));
    ids.splice(0, ids.length, ...ids.filter(id => left.some(failure => failure.id === id)));
    if (left[0]) throw left[0].error;
  };
  try {
    await remove(mailings, traces.mailings);
    await remove(contacts, traces.people);
    traces.people.push(...(await stillListed(context, contacts, added.people)));
    traces.mailings.push(...(await stillListed(context, mailings, added.mailings)));
    if (traces.people.length + traces.mailings.length > 0)
      throw new PartialError('the service said that it did, but still lists it.');
  } catch (thrown) {
    const error = toEmkError(thrown, context.host);
    throw new PartialError(`${happened}, but emk could not delete all it added: ${error.message}`, {
      cause: error,
      hint: `Perhaps left in the account: ${leftInWords(traces, list.name)}. ${clearingLine(traces)}`,
    });
  }
}

async function stillListed<T>(context: Context, of: Collection, ids: readonly T[]): Promise<readonly T[]> {
  if (ids.length === 0) return [];
  const listed = new Set<unknown>();
  for await (const batch of listedRecords(context, of, {}))
    for (const record of batch) if (isNotDeleted(record)) listed.add(record[of.key]);
  return ids.filter(id => listed.has(id));
}

/** What to do if nobody knows what a test has left. */
const LOOK_HINT = 'Look before you test again.';

/** The line that deletes what a test has added, as far as its ids are known. */
function clearingLine({mailings: utrs, people}: Added): string {
  const lines = [
    ...(utrs.length === 0 ? [] : [`emk mailings delete ${utrs.join(' ')}`]),
    ...(people.length === 0 ? [] : [`emk contacts delete ${people.join(' ')}`]),
  ];
  return lines.length === 0 ? 'The next "emk test" says what there is.' : lines.join(' && ');
}

function leftInWords({mailings: utrs, people, list}: Omit<Traces, 'perhaps'>, listName: string): string {
  return andList([
    ...(utrs.length === 0 ? [] : [plural(utrs.length, 'the mailing', counted(utrs.length, 'mailing'))]),
    ...(people.length === 0 ? [] : [`${counted(people.length, 'contact')} in "${listName}"`]),
    ...(list === undefined ? [] : [`the list "${listName}"`]),
  ]);
}
