import type {OperationInput} from '../../api/describe/operation.js';
import type {Admit, Permit} from '../../api/describe/permit.js';
import type {Loose} from '../../api/describe/schema.js';
import type {SendForm} from '../../checks/mailing.js';
import type {Context} from '../../commands/command.js';
import {afterChange} from '../../commands/verbs/after-change.js';
import {newSince, surveyList} from '../../commands/verbs/find-created.js';
import {readUntil, waitInWords} from '../../commands/verbs/read-until.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {operations as lists} from '../../endpoints/lists.js';
import mailings, {SENT, operations as sentMailings} from '../../endpoints/mailings.js';
import {appliedNothing, PartialError} from '../../errors.js';
import {holds} from '../../identity/identities.js';
import {doneResult} from '../../output/results/result.js';
import {andList, plural} from '../../words/sentence.js';
import {type Ended, ended, endedOne, noWork} from '../../work/ending.js';
import type {Journal} from '../../work/journal.js';
import {createEach} from '../../work/steps.js';
import {deleteEarlier, type Earlier} from './test-earlier.js';
import {mailingItem, type TestJournal} from './test-journal.js';
import {peopleIn, readTestList, refuseOthers, type Tester, type TestList} from './test-list.js';
import {clearTraces, LOOK_HINT, type Traces, tracesInWords, withTraces} from './test-traces.js';

/** The sorts of requests of a test. */
export type TestDoes = 'creates' | 'sends' | 'deletes';

type Test = {
  readonly list: TestList;
  readonly form: SendForm;
  readonly addresses: readonly string[];
  readonly tester: Omit<OperationInput<typeof contacts.create>, 'contact_type_id' | 'email'>;
  readonly keeps: boolean;
  readonly name: string;
  readonly run: string;
  readonly earlier: Earlier;
  readonly journal: TestJournal;
  readonly permit: Permit<TestDoes>;
  readonly admit: Admit;
};

/**
 * Adds the people to the list, sends the mail, waits until it was sent, and deletes what the test added. Nothing is
 * sent before the list was read again and contains exactly the intended people. If an answer is lost, everything stays
 * and is named.
 */
export async function carryOutTest(context: Context, test: Test): Promise<Ended> {
  const {list, addresses, keeps, name, run, earlier, journal, permit} = test;
  if (context.globals.dryRun) return planned(context, test);
  const runs = [...(await deleteEarlier(context, earlier, permit)), ...(keeps ? [] : [run])];
  const traces: Traces = {list: undefined, added: [], utrs: [], mayBe: []};
  const subject = `The test of "${name}"`;
  const went = `${subject} went to ${addresses.join(', ')}`;
  const steps = journal.start({run, name, addresses, keeps});
  try {
    const listId = list.id ?? (await createList(context, permit, steps, list.name, traces));
    await addPeople(context, test, listId, traces, steps);
    await sendMail(context, test, listId, traces, steps);
    const [utr = ''] = traces.utrs;
    const change = {happened: `${subject} was created`, lostAnswer: undefined, hint: LOOK_HINT};
    if (!(await afterChange(context, change, () => waitUntilSent(context, utr))))
      throw new PartialError(
        `${subject} was created, but the service did not send it within ${waitInWords(longestWait(context))}.`,
        {hint: `It may still go out. "emk mailings show ${utr}" tells you.`},
      );
    steps.note({kind: 'finished', item: mailingItem(test.form.single_send_name)});
  } catch (error) {
    const told = await withTraces(context, error, traces, {permit, runs, listName: list.name, keeps});
    if (traces.added.length === 0 && traces.utrs.length === 0 && traces.mayBe.length === 0) journal.end();
    throw told;
  }
  const [utr = ''] = traces.utrs;
  if (keeps) {
    journal.end();
    return endedOne(doneResult(`${went}. It stays as ${tracesInWords(traces, list.name)}.`, utr));
  }
  await clearTraces(context, traces, {permit, happened: 'The test went out', runs, listName: list.name});
  journal.end();
  const whose = plural(
    runs.length,
    'Its mailing and contacts are',
    'Its mailing and contacts and those of the earlier test are',
  );
  return endedOne(
    doneResult(`${went}. ${whose} gone from the account. The list "${list.name}" stays for the next test.`, utr),
  );
}

/** The requests of a test as far as they are known: a list that does not exist yet has no id. */
async function planned(
  context: Context,
  {list, form, addresses, tester, earlier, permit, admit}: Test,
): Promise<Ended> {
  const {send, notice} = context;
  await deleteEarlier(context, earlier, permit);
  if (list.id === undefined) {
    await send(permit, lists.create, {name: list.name});
    notice(`Then ${addresses.join(', ')} would be added to it, and the test sent there.`);
    return ended(noWork, {kind: 'nothing'});
  }
  const there = new Set(list.people.map(({address}) => address));
  for (const email of addresses)
    if (!there.has(email)) await send(admit(permit), contacts.create, {...tester, email, contact_type_id: list.id});
  await send(permit, sentMailings.create, {...form, recipient_id: [`contacts_${list.id}`], schedule_type: 0});
  return ended(noWork, {kind: 'nothing'});
}

/** Creates the list for the first test, and looks it up, which also settles a lost answer. */
async function createList(
  context: Context,
  permit: Permit<'creates'>,
  steps: Journal,
  name: string,
  traces: Traces,
): Promise<number> {
  traces.mayBe = [`the list "${name}"`];
  const happened = `The list "${name}" was created`;
  const send = () => context.send(permit, lists.create, {name}).then(() => undefined);
  await createEach(steps, [{item: {kind: 'lists', key: name}, send}], {
    lastRow: 0,
    host: context.host,
    async find(lostAnswer) {
      const {id} = await afterChange(context, {happened, lostAnswer, hint: LOOK_HINT}, () => readTestList(context));
      return () => (id === undefined ? [] : [id]);
    },
    made(_, id) {
      traces.mayBe = [];
      traces.list = Number(id);
    },
    unclear: () => new PartialError(`${happened}, but the service does not list it yet.`),
  });
  return Number(traces.list);
}

/**
 * Adds missing people, then reads who is really in the list, even if one could not be added. The service and other
 * users may add people, and everyone who was added must be removed later.
 */
async function addPeople(
  context: Context,
  {list, addresses, tester, permit, admit}: Test,
  listId: number,
  traces: Traces,
  journal: Journal,
): Promise<void> {
  const before = new Set(list.people.map(({address}) => address));
  const known = new Set(list.people.map(({id}) => id));
  const missing = addresses.filter(address => !before.has(address));
  let people: readonly Tester[] | undefined;
  const placeOf = (email: string): string => `${email} in "${list.name}"`;
  const isSure = (email: string): void => {
    traces.mayBe = traces.mayBe.filter(each => each !== placeOf(email));
  };
  const steps = missing.map(email => ({
    item: {kind: 'contacts', within: String(listId), key: email},
    async send() {
      traces.mayBe.push(placeOf(email));
      await context.send(admit(permit), contacts.create, {...tester, email, contact_type_id: listId}).catch(error => {
        if (appliedNothing(error)) isSure(email);
        throw error;
      });
      return undefined;
    },
  }));
  await createEach(journal, steps, {
    lastRow: 0,
    host: context.host,
    async find(lostAnswer) {
      const change = {happened: `${andList(missing)} was added to "${list.name}"`, lostAnswer, hint: LOOK_HINT};
      const now = await afterChange(context, change, () => peopleIn(context, listId));
      const added = now.filter(({id, address}) => !known.has(id) && addresses.includes(address));
      [people, traces.added] = [now, added.map(({id}) => id)];
      return ({item}) =>
        added
          .filter(({address}) => address === item.key)
          .map(({id}) => id)
          .slice(0, 1);
    },
    made: ({item}) => isSure(item.key),
    unclear: ({item}) =>
      new PartialError(`${item.key} was added to "${list.name}", but the service does not list it there.`),
  });
  refuseOthers({...list, people: people ?? (await peopleIn(context, listId))}, addresses);
}

/** Sends the mail. A lost answer is settled by the list of mailings; if it shows no test, nobody knows. */
async function sendMail(
  context: Context,
  {form, permit}: Test,
  listId: number,
  traces: Traces,
  steps: Journal,
): Promise<void> {
  const {highest: lastRow} = await surveyList(context, {of: mailings});
  const name = form.single_send_name;
  const isIt = (send: Loose): boolean => holds(send, {single_send_name: name});
  traces.mayBe = [`the mailing "${name}"`];
  const mailing = {...form, recipient_id: [`contacts_${listId}`], schedule_type: 0 as const};
  const send = () => context.send(permit, sentMailings.create, mailing).then(({utr}) => utr);
  await createEach(steps, [{item: mailingItem(name), does: 'sends', send}], {
    lastRow,
    host: context.host,
    async find(lostAnswer) {
      const change = {happened: 'The test was created', lostAnswer, hint: LOOK_HINT};
      const found = await afterChange(context, change, () => newSince(context, {of: mailings, isIt}, lastRow));
      return () => found.map(({utr}) => String(utr));
    },
    made(_, utr) {
      traces.mayBe = [];
      traces.utrs = [String(utr)];
    },
    unclear: () => new PartialError('The test was created, but the service does not list it yet.'),
  });
}

/** How long to wait for a test by default, in milliseconds. */
const MOST = 120_000;

/** Waits until the service has sent a mail, as long as `EMK_MAX_WAIT` allows; false if it has not by then. */
async function waitUntilSent(context: Context, utr: string): Promise<boolean> {
  const most = longestWait(context);
  const {isThere} = await readUntil(context, {
    read: () => context.call(sentMailings.details, {utr}),
    isThere: ({status}) => Number(status) === SENT,
    most,
    says: () => `Waiting for the service to send it, for ${waitInWords(most)} at most (EMK_MAX_WAIT).`,
    label: 'Waiting for the service to send the test',
  });
  return isThere;
}

const longestWait = ({globals}: Pick<Context, 'globals'>): number => globals.maxWait ?? MOST;
