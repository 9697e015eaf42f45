import type {OperationInput} from '../api/operation.js';
import type {SendForm} from '../checks/mailing.js';
import type {Context} from '../commands/command.js';
import {afterChange} from '../commands/verbs/after-change.js';
import {operations as contactTypes} from '../endpoints/contact-types.js';
import {operations as contacts} from '../endpoints/contacts.js';
import {operations as singleSends} from '../endpoints/single-sends.js';
import {EmkError, InterruptedError, PartialError, UnknownOutcomeError} from '../errors.js';
import type {Result} from '../output/result.js';
import {peopleIn, readTestList, refuseOthers, type TestList} from './test-list.js';

/** A test that was checked and confirmed. */
export type Test = {
  readonly list: TestList;
  readonly form: SendForm;
  readonly addresses: readonly string[];
  readonly tester: Omit<OperationInput<typeof contacts.create>, 'contact_type_id' | 'email'>;
  readonly keeps: boolean;
  readonly named: string;
};

/** What a test has put into the account so far. */
type Traces = {type: number | undefined; added: number[]; utr: string | undefined; mayBe: string[]};

/**
Puts the people into the list, sends the mail, waits until it is out, and takes away what it put there. Nothing is sent before
the list was read again and holds exactly those who are meant. Where an answer is lost, everything stays and is named.
*/
export async function carryOutTest(context: Context, test: Test): Promise<Result> {
  const {list, addresses, named, keeps} = test;
  if (context.globals.dryRun) return planned(context, test);
  const traces: Traces = {type: undefined, added: [], utr: undefined, mayBe: []};
  const subject = `${named.charAt(0).toUpperCase()}${named.slice(1)}`;
  const went = `${subject} went to ${addresses.join(', ')}`;
  try {
    const type = list.id ?? (await createList(context, list.name, traces));
    await addPeople(context, test, type, traces);
    await send(context, test, type, traces);
    const change = {happened: `${subject} was created`, lost: undefined, hint: LOOK};
    const isSent = await afterChange(context, change, () => isOut(context, traces.utr ?? ''));
    if (!isSent) throw new PartialError(`${subject} was created, and the service has not sent it yet.`);
  } catch (error) {
    throw await withTraces(context, error, traces, list.name);
  }
  const {utr = ''} = traces;
  if (keeps) return done(`${went}. It stays as ${inWords(traces, list.name)}.`, utr);
  await clear(context, traces, {happened: 'The test went out', listName: list.name});
  return done(`${went}. Its traces are gone from the account.`, utr);
}

/** What to do where nobody knows what a test has left. */
const LOOK = 'Look before you test again.';

const done = (sentence: string, utr: string): Result => ({kind: 'done', sentence, done: [utr], failed: []});

/** The requests of a test as far as they can be told: a list that is not there yet has no id. */
async function planned(context: Context, {list, form, addresses, tester}: Test): Promise<Result> {
  const {call, notice} = context;
  if (list.id === undefined) {
    await call(contactTypes.create, {name: list.name});
    notice(`Then ${addresses.join(', ')} would be added to it, and the test sent there.`);
    return {kind: 'nothing'};
  }
  const there = new Set(list.people.map(({address}) => address));
  for (const email of addresses)
    if (!there.has(email)) await call(contacts.create, {...tester, email, contact_type_id: list.id});
  await call(singleSends.create, {...form, recipient_id: [`contacts_${list.id}`], schedule_type: 0});
  return {kind: 'nothing'};
}

/** Makes the list of the first test. Its answer has no id, so the list is looked up, which settles a lost answer too. */
async function createList(context: Context, name: string, traces: Traces): Promise<number> {
  traces.mayBe = [`the contact type "${name}"`];
  const lost = await settled(context.call(contactTypes.create, {name}));
  const change = {happened: `The contact type "${name}" was created`, lost, hint: LOOK};
  const {id} = await afterChange(context, change, () => readTestList(context));
  if (id === undefined)
    throw lost ?? new PartialError(`The contact type "${name}" was created, and is not listed yet.`);
  traces.mayBe = [];
  traces.type = id;
  return id;
}

/**
Adds those who are missing, then reads who is really there, also where one could not be added: the service adds what it likes,
others work beside us, and whoever was added is to be taken out again.
*/
async function addPeople(
  context: Context,
  {list, addresses, tester}: Test,
  type: number,
  traces: Traces,
): Promise<void> {
  const before = new Set(list.people.map(({address}) => address));
  const wanted = addresses.filter(address => !before.has(address));
  const {tried, lost, failed} = await addEach(wanted, email =>
    context.call(contacts.create, {...tester, email, contact_type_id: type}),
  );
  if (failed && tried.length === 0) throw failed;
  traces.mayBe = tried.length === 0 ? [] : [`${tried.join(', ')} in "${list.name}"`];
  const change = {happened: `${tried.join(', ')} was added to "${list.name}"`, lost, hint: LOOK};
  const read = () => peopleIn(context, type);
  const people = tried.length === 0 ? await read() : await afterChange(context, change, read);
  const known = new Set(list.people.map(({id}) => id));
  traces.added = people.filter(({id, address}) => !known.has(id) && addresses.includes(address)).map(({id}) => id);
  const there = new Set(people.map(({address}) => address));
  if (tried.some(address => !there.has(address)))
    throw lost ?? new PartialError(`${change.happened}, and is not listed there.`);
  traces.mayBe = [];
  if (failed) throw failed;
  refuseOthers({...list, people}, addresses);
}

/** Adds one after the other, until one is certainly not added. A lost answer is no reason to stop: the list will tell. */
async function addEach(
  addresses: readonly string[],
  add: (address: string) => Promise<unknown>,
): Promise<{readonly tried: readonly string[]; readonly lost?: UnknownOutcomeError; readonly failed?: EmkError}> {
  const tried: string[] = [];
  let lost: UnknownOutcomeError | undefined;
  for (const address of addresses) {
    try {
      lost = (await settled(add(address))) ?? lost;
      tried.push(address);
    } catch (error) {
      if (!(error instanceof EmkError) || error instanceof InterruptedError) throw error;
      return {tried, ...(lost && {lost}), failed: error};
    }
  }
  return {tried, ...(lost && {lost})};
}

/** Sends the mail. A lost answer is settled by a look at the list; where it shows no test, nobody knows. */
async function send(context: Context, {form}: Test, type: number, traces: Traces): Promise<void> {
  const before = await newestSend(context);
  traces.mayBe = [`the single send "${form.single_send_name}"`];
  const answer = await context
    .call(singleSends.create, {...form, recipient_id: [`contacts_${type}`], schedule_type: 0})
    .catch(unknown);
  const look = () => newestSend(context, before.id, form.single_send_name);
  const lost = answer instanceof Error ? answer : undefined;
  const change = {happened: 'The test was created', lost, hint: LOOK};
  const found = answer instanceof Error ? await afterChange(context, change, look) : answer;
  if (answer instanceof Error && found.utr === undefined) throw answer;
  traces.mayBe = [];
  traces.utr = found.utr;
}

/** The send with the highest id, of those above an id and of a name. */
async function newestSend(
  {stream}: Context,
  above = 0,
  name?: string,
): Promise<{readonly id: number; readonly utr: string | undefined}> {
  let [id, utr] = [above, undefined as string | undefined];
  for await (const batch of stream(singleSends.list)) {
    for (const send of batch) {
      if (send.id > id && (name === undefined || send.single_send_name === name)) [id, utr] = [send.id, send.utr];
    }
  }
  return {id, utr};
}

/** Waits until the service has sent it; false where it takes too long. */
async function isOut({call, host, progress}: Context, utr: string): Promise<boolean> {
  for (let look = 0; look < LOOKS; look++) {
    if (Number((await call(singleSends.details, {utr})).status) === COMPLETED) {
      progress.clear();
      return true;
    }
    progress.show({label: 'Waiting until the service has sent the test'});
    await host.sleep(EVERY, host.interrupted);
  }
  progress.clear();
  return false;
}

const COMPLETED = 3;
const LOOKS = 60;
const EVERY = 2000;

/** Takes the send and the contacts away. The list stays for the next test. */
async function clear(
  context: Context,
  traces: Traces,
  {happened, listName}: {readonly happened: string; readonly listName: string},
): Promise<void> {
  try {
    if (traces.utr !== undefined) await context.call(singleSends.delete, {utr: traces.utr});
    traces.utr = undefined;
    while (traces.added.length > 0) {
      await context.call(contacts.delete, {contact_id: traces.added[0] as number});
      traces.added = traces.added.slice(1);
    }
  } catch (error) {
    if (!(error instanceof EmkError)) throw error;
    const left = error instanceof UnknownOutcomeError ? 'Perhaps left in the account' : 'Left in the account';
    throw new PartialError(`${happened}, and its traces could not all be taken away: ${error.message}`, {
      cause: error,
      hint: `${left}: ${inWords(traces, listName)}.`,
    });
  }
}

/** The error of a test that broke off. A known failure takes away what was added; otherwise that stays and is named. */
async function withTraces(context: Context, error: unknown, traces: Traces, listName: string): Promise<unknown> {
  if (!(error instanceof EmkError)) return error;
  const {message} = error;
  const isOpen = [UnknownOutcomeError, InterruptedError, PartialError].some(kind => error instanceof kind);
  if (!isOpen) {
    await clear(context, traces, {happened: `The test did not go out (${message})`, listName});
    return error;
  }
  const left = [inWords(traces, listName), ...traces.mayBe.map(each => `perhaps ${each}`)].filter(Boolean).join(', ');
  const hint = left === '' ? error.hint : `Left in the account: ${left}. ${LOOK}`;
  if (error instanceof InterruptedError)
    return new InterruptedError(message, {hint, exit: error.exit === 143 ? 143 : 130});
  return error instanceof PartialError
    ? new PartialError(message, {hint, cause: error})
    : new UnknownOutcomeError(message, {hint, cause: error});
}

function inWords({utr, added, type}: Traces, listName: string): string {
  const people =
    added.length === 0 ? [] : [`${added.length === 1 ? 'contact' : 'contacts'} ${added.join(', ')} in "${listName}"`];
  return [
    ...(utr === undefined ? [] : [`single send ${utr}`]),
    ...people,
    ...(type === undefined ? [] : [`the contact type "${listName}"`]),
  ].join(' and ');
}

/** The error of a lost answer; every other one is thrown. */
const settled = (answer: Promise<unknown>): Promise<UnknownOutcomeError | undefined> =>
  answer.then(() => undefined, unknown);

function unknown(error: unknown): UnknownOutcomeError {
  if (error instanceof UnknownOutcomeError) return error;
  throw error;
}
