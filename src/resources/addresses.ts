import {resolve} from 'node:path';
import type {Admit, Permit} from '../api/describe/permit.js';
import {unsubscribing} from '../change/effect/effect.js';
import type {Ended} from '../change/work/ending.js';
import {endedEach} from '../change/work/ending-each.js';
import {toEmkError} from '../change/work/stop-errors.js';
import type {Context} from '../commands/command.js';
import {afterChange} from '../commands/verbs/after-change.js';
import {turnFor} from '../commands/verbs/create.js';
import {listedRecords} from '../commands/verbs/listed.js';
import {
  type EmkError,
  InterruptedError,
  mayPass,
  PartialError,
  PreflightError,
  RefusedError,
  UnknownOutcomeError,
  UnreachableError,
  UsageError,
} from '../core/errors.js';
import {andList, counted, reasonsWithMore} from '../core/words/sentence.js';
import {chooseEncoding} from '../csv/bytes/encodings.js';
import {statusWords} from '../csv/columns/open-status.js';
import {readPasted} from '../csv/columns/pasted-people.js';
import {
  batchesOf,
  type Leavers,
  leaverChoices,
  type People,
  type Person,
  pastedPeople,
  readLeavers,
  readPeople,
} from '../csv/columns/people.js';
import groupRecipients, {operations as groupRecipient} from '../endpoints/group-recipients.js';
import unsubscribes, {operations as unsubscribe} from '../endpoints/unsubscribes.js';
import type {Done, Failure} from '../output/results/result.js';
import {clean} from '../output/text/sanitise.js';
import {type AtDoor, openDoor} from '../people/door.js';
import {letIn} from '../people/let-in.js';
import {foldAddress} from '../records/fields/fold-address.js';
import type {AddressInput} from './address-options.js';
import {withPasted} from './pasted-input.js';

type AddressBook = {
  /** The state of an address in the list, in words: `unsubscribed`. */
  readonly membership: string;
  /** What others take turns for too when they add these addresses. */
  turns(addresses: readonly string[]): ReadonlyArray<readonly string[]>;
  entries(): AsyncIterable<{readonly id: number; readonly email_address: string}>;
  /** Adds several addresses, separated by commas. */
  add(addresses: string): Promise<unknown>;
  /** How many addresses fit into one request; 100 if omitted. */
  readonly most?: number;
  /**
   * Whether an address that is not in the list yet may be sent again, however often: an address that is in it twice
   * starts nothing and mails nobody.
   */
  readonly persists?: boolean;
  /** Called when the new addresses are known, before any is added; gives those that may be. */
  before?(fresh: readonly string[]): Promise<readonly string[]>;
  /** Called at the end with those that were not in the list before and are now. */
  added?(entries: ReadonlyArray<readonly [id: number, address: string]>): void;
};

export const addAddresses = async (context: Context, input: AddressInput, book: AddressBook): Promise<Done> =>
  addMissing(context, await wantedAddresses(context, input), book);

/**
 * Adds addresses in batches, each once and only if it is not in the list yet. Afterwards emk looks for all of them in
 * the list, because the service's answer does not say which were accepted.
 */
export function addMissing(context: Context, wanted: Wanted, book: AddressBook): Promise<Done> {
  const add = () => lookAndAdd(context, wanted, book);
  if (context.ask.possible) return add();
  // Two runs that look at the same time would both add a missing address, and the service would keep both.
  return context.takeTurns(book.turns(wanted.addresses), `addresses that should be ${book.membership}`, add);
}

async function lookAndAdd(context: Context, {addresses, bad}: Wanted, book: AddressBook): Promise<Done> {
  const isPersistent = book.persists === true && !context.globals.dryRun;
  const before = await (isPersistent ? context.persist(() => idsIn(book)) : idsIn(book));
  const missing = addresses.filter(address => !before.has(foldAddress(address)));
  const already = addresses.length - missing.length;
  const fresh = (await book.before?.(missing)) ?? missing;
  const sent: Sent = {accepted: new Set(), failures: new Map()};
  const there = isPersistent
    ? await addUntilThere(context, fresh, before, book, sent)
    : await addInBatches(context, fresh, book, sent);
  context.progress.clear();
  if (context.globals.dryRun) {
    for (const {line, reason} of bad) context.warn(`Line ${line}: ${reason}.`);
    return {kind: 'done', sentence: '', done: [], failed: []};
  }
  const after = fresh.length === 0 ? before : (there ?? (await lookAgain(context, book, sent)));
  const {failures, stopped} = sent;
  const added = fresh.flatMap((address): Array<readonly [number, string]> => {
    const id = after.get(foldAddress(address));
    return id === undefined ? [] : [[id, address]];
  });
  book.added?.(added);
  const done = added.map(([id]) => id);
  const failed = fresh
    .filter(address => !after.has(foldAddress(address)))
    .map((address): Failure => ({id: address, error: failures.get(foldAddress(address)) ?? stopped ?? notThere()}));
  failed.push(...bad.map((row): Failure => ({id: `line ${row.line}`, error: new PartialError(`${row.reason}.`)})));
  // Where nothing was done, the error says all.
  const isDone = added.length + already > 0 || (failed.length === 0 && !stopped);
  const sentence = isDone ? sentenceFor(added, already, book.membership) : '';
  return {kind: 'done', sentence, done, failed, stopped};
}

/** The result of the batches so far, by folded address. */
type Sent = {readonly accepted: Set<string>; readonly failures: Map<string, EmkError>; stopped?: EmkError | undefined};

/** Ids by folded address. */
type Ids = ReadonlyMap<string, number>;

/**
 * Adds and looks, and adds again what is not there, until all is or `EMK_MAX_WAIT` has passed. Returns the last look;
 * undefined if the list could not be read after the last batch.
 */
async function addUntilThere(
  context: Context,
  fresh: readonly string[],
  before: Ids,
  book: AddressBook,
  sent: Sent,
): Promise<Ids | undefined> {
  let there: Ids | undefined = before;
  const missing = (): string[] =>
    fresh.filter(address => {
      const folded = foldAddress(address);
      return !there?.has(folded) && !sent.accepted.has(folded) && !(sent.failures.get(folded) instanceof RefusedError);
    });
  try {
    await context.persist(async () => {
      there ??= await idsIn(book);
      const left = missing();
      there = left.length === 0 ? there : undefined;
      await addInBatches(context, left, book, sent);
      if (sent.stopped && !mayPass(sent.stopped)) return;
      there ??= await idsIn(book);
      if (missing().length > 0) throw sent.stopped ?? notYet(missing().length, book.membership);
    });
  } catch (error) {
    if (!(error instanceof InterruptedError || mayPass(error))) throw error;
    if (error instanceof InterruptedError) sent.stopped = error;
  }
  return there;
}

const notYet = (count: number, membership: string): UnreachableError =>
  new UnreachableError(`${counted(count, 'address is', 'addresses are')} not ${membership} yet.`);

/** Sends batch after batch, until one fails for a reason that would stop the next too. */
async function addInBatches(
  context: Context,
  fresh: readonly string[],
  book: AddressBook,
  sent: Sent,
): Promise<undefined> {
  let tried = 0;
  sent.stopped = undefined;
  try {
    for (const batch of batchesOf(fresh, book.most)) {
      if (batch.length < fresh.length)
        context.progress.show({label: 'Adding addresses', done: tried, total: fresh.length});
      await addBatch(book, batch, sent);
      tried += batch.length;
    }
  } catch (error) {
    sent.stopped = toEmkError(error, context.host);
  }
}

/** Sends one batch. A refusal names no address, so halves are sent; after a lost answer the list shows the outcome. */
async function addBatch(book: AddressBook, batch: readonly string[], sent: Sent): Promise<void> {
  try {
    for (const address of batch) sent.failures.delete(foldAddress(address));
    await book.add(batch.join(','));
    for (const address of batch) sent.accepted.add(foldAddress(address));
  } catch (error) {
    const isRefused = error instanceof RefusedError;
    if (!isRefused && !(error instanceof UnknownOutcomeError)) throw error;
    if (!isRefused || batch.length === 1) {
      for (const address of batch) sent.failures.set(foldAddress(address), error);
      return;
    }
    const middle = Math.ceil(batch.length / 2);
    await addBatch(book, batch.slice(0, middle), sent);
    await addBatch(book, batch.slice(middle), sent);
  }
}

/** Reads the list afterwards. If nothing can have been added, the error that stopped the work is thrown instead. */
async function lookAgain(context: Context, book: AddressBook, {accepted, failures, stopped}: Sent): Promise<Ids> {
  const lostAnswer = [...failures.values()].find(error => error instanceof UnknownOutcomeError);
  const happened = `${counted(accepted.size, 'address was', 'addresses were')} added`;
  if (stopped instanceof InterruptedError && accepted.size > 0)
    throw new InterruptedError(`${stopped.message} ${happened}.`, {
      exit: stopped.exit,
      hint: 'Run the same command again. emk adds only the missing ones.',
    });
  if (stopped && (stopped instanceof InterruptedError || (accepted.size === 0 && !lostAnswer))) throw stopped;
  const change = {
    happened,
    lostAnswer,
    hint: 'Run the same command again when the service answers. emk adds only the missing ones.',
  };
  return afterChange(context, change, () => idsIn(book));
}

async function idsIn({entries}: AddressBook): Promise<Ids> {
  const ids = new Map<string, number>();
  for await (const {id, email_address} of entries()) ids.set(foldAddress(email_address), id);
  return ids;
}

const notThere = (): EmkError => new PartialError('The service says it was added, but it is not on the list.');

function sentenceFor(
  added: ReadonlyArray<readonly [id: number, address: string]>,
  already: number,
  membership: string,
) {
  const [[, only] = []] = added;
  if (only !== undefined && added.length === 1 && already === 0) return `${only} is ${membership} now.`;
  if (added.length === 0 && already > 0)
    return `${counted(already, 'address is', 'addresses are')} ${membership} already.`;
  const now = counted(added.length, 'address is', 'addresses are');
  const there = already === 0 ? '' : ` ${counted(already, 'was', 'were')} already.`;
  return `${now} ${membership} now.${there}`;
}

/** A list that accepts one person per request, with a name. */
type PeopleBook<P> = Omit<AddressBook, 'add' | 'most' | 'before'> & {add(person: P): Promise<unknown>};

type Named<P> = {readonly people: readonly P[]; readonly bad?: Wanted['bad']};

/** Adds several people to a list, each once and only if they are not in it yet, so that a second run adds the rest. */
export function addPeople<P extends {readonly email: string}>(
  context: Context,
  {people, bad = []}: Named<P>,
  {add, ...book}: PeopleBook<P> & Pick<AddressBook, 'before'>,
): Promise<Done> {
  const byAddress = new Map(people.map(person => [foldAddress(person.email), person]));
  return addMissing(
    context,
    {addresses: people.map(({email}) => email), bad},
    {...book, most: 1, add: email => add(byAddress.get(foldAddress(email)) as P)},
  );
}

/** A list whose people get mail. */
type MailedBook<P> = Omit<PeopleBook<P>, 'add'> & {
  readonly atDoor: AtDoor;
  /** Called with the number of people who passed the door, before any is added; gives how to add each. */
  before(fresh: number, admit: Admit): Promise<(person: P) => Promise<unknown>>;
};

/** The same for a list whose people get mail: those who are not in it yet go through the door. */
export async function addMailed<P extends {readonly email: string}>(
  context: Context,
  all: Named<P>,
  {atDoor, before, ...book}: MailedBook<P>,
): Promise<Done> {
  const door = await openDoor(context, atDoor);
  let add: ((person: P) => Promise<unknown>) | undefined;
  let facts: Awaited<ReturnType<typeof letIn>>['facts'] = {};
  const done = await addPeople(context, all, {
    ...book,
    async before(fresh) {
      const entered = await letIn(context, door, fresh);
      facts = entered.facts;
      add = await before(entered.addresses.length, door.admit);
      return entered.addresses;
    },
    add: async person => add?.(person),
  });
  return {...done, ...facts};
}

/** The addresses to add, and lines of the file without one. */
type Wanted = {
  readonly addresses: readonly string[];
  readonly bad: ReadonlyArray<{line: number; reason: string}>;
};

/**
 * The addresses of the command line and of the file. A bad line of the file stops only itself, unless `strict`: the others
 * must not get mail because of it.
 */
async function wantedAddresses(context: Context, input: AddressInput): Promise<Wanted> {
  const {email = [], file, strict} = input;
  const typed = email.flatMap(text => readPasted(text).people);
  if (typed.length === 0 && file === undefined) {
    throw new UsageError('--email or --file is missing.', {
      hint: 'Give addresses, or a file of them. --file - reads what you pipe in.',
    });
  }
  const read = await readWanted(context, input);
  for (const warning of read?.warnings ?? []) context.warn(warning);
  const bad = read?.rejected ?? [];
  if (bad.length > 0 && strict) throw unfit(bad);
  const each = new Map([...typed, ...(read?.people ?? [])].map(({email: one}) => [foldAddress(one), one]));
  if (bad.length > 0 && each.size === 0) throw unfit(bad);
  return {addresses: [...each.values()], bad};
}

/** Refuses a file that cannot be read, before a person answers questions about the rest. */
export async function checkAddressesFirst(context: Context, input: Partial<AddressInput>): Promise<void> {
  if (input.encoding !== undefined) chooseEncoding(input.encoding, new Uint8Array());
  const silent = {...context, notice: () => undefined};
  if (input.file !== '-') await readWanted(silent, input);
}

/** The people of the file. Only an unsubscribe from everything heeds a column that says who left another tool. */
async function readWanted(
  context: Context,
  input: AddressInput,
): Promise<(People & Pick<Leavers, 'warnings'>) | undefined> {
  const {file, column, encoding, group} = input;
  if (file === undefined) return undefined;
  const host = await withPasted(context, file);
  const place = file === '-' ? file : resolve(host.cwd, file);
  if (group !== undefined) return readPeople(host, place, {column, encoding});
  return leaversOf(input, context.notice, () =>
    readLeavers(host, place, {
      column,
      encoding,
      statusColumn: input.status_column,
      words: statusWords(input.status, leaverChoices),
      typedLine: context.line,
    }),
  );
}

/** The error for lines of a file without an address, if these stop everything. */
export const unfit = (bad: Wanted['bad']): PreflightError =>
  refused(bad.map(({line, reason}) => `line ${line}: ${reason}`));

/** The people who unsubscribed, and bounced addresses if requested; it reports how many of each a column names. */
async function leaversOf(
  {file, bounced: wantBounced, status}: AddressInput,
  notice: Context['notice'],
  read: () => Promise<Leavers>,
): Promise<People & Pick<Leavers, 'warnings'>> {
  const {left, bounced, others, headers, warnings} = await read();
  if (headers.length === 0) {
    if (wantBounced || status) throw nobodyLeft(String(file));
    return {...left, warnings};
  }
  const hard =
    bounced.people.length === 0
      ? ''
      : `, ${counted(bounced.people.length, 'bounced', 'bounced')}${wantBounced ? '' : ' (--bounced adds them too)'}`;
  notice(
    `By ${andList([...new Set(headers)].map(header => `“${header}”`))}: ${counted(left.people.length, 'person', 'people')} unsubscribed${hard}; ${counted(others, 'row')} skipped${others === 0 ? '' : ' (--status-column none takes everybody)'}.`,
  );
  if (!wantBounced) return {...left, warnings};
  return {
    ...left,
    warnings,
    people: [...left.people, ...bounced.people],
    rejected: [...left.rejected, ...bounced.rejected],
  };
}

const nobodyLeft = (file: string): PreflightError =>
  new PreflightError(`No column of ${clean(file)} says who left.`, {
    hint: 'Name it with --status-column. To take everyone in the file, leave --status and --bounced out.',
  });

const refused = (problems: readonly string[]): PreflightError =>
  new PreflightError(`emk cannot add these: ${reasonsWithMore(problems, 10)}.`, {
    hint: 'Nothing was sent. Fix or delete these lines, then run the same line again.',
  });

/** How a list of people with names is typed. */
export const AS_PASTED = 'Write each as "Ada Lovelace <ada@example.com>".';

/** Pasted people, or one with the names of the line in place of the pasted ones. */
export function namedPeople(
  texts: readonly string[],
  {first_name, last_name}: {readonly first_name?: string | undefined; readonly last_name?: string | undefined},
): ReadonlyArray<Omit<Person, 'line'>> {
  const people = pastedPeople(texts);
  if (people.length > 1 && (first_name ?? last_name) !== undefined) {
    throw new UsageError(`--first-name and --last-name can name only one person, and you gave ${people.length}.`, {
      hint: AS_PASTED,
    });
  }
  return people.map(person => ({
    email: person.email,
    first_name: first_name ?? person.first_name,
    last_name: last_name ?? person.last_name,
  }));
}

/** Unsubscribes addresses from one group, or from everything. */
export async function unsubscribeAddresses(context: Context, input: AddressInput): Promise<Ended> {
  const {group = null} = input;
  const book = leavingBook(context, group, fresh =>
    context.agree(unsubscribing(fresh.length), askingIn(context, group, fresh)),
  );
  return endedEach(await addAddresses(context, input, book));
}

/** Several at once are asked about at a terminal. A script has named them, and needs no yes. */
function askingIn(context: Context, group: number | null, fresh: readonly string[]) {
  const from = group === null ? 'all mail' : `the group "${context.called('group', group)}"`;
  const [only = '', ...others] = fresh;
  const who = others.length === 0 ? only : counted(fresh.length, 'address', 'addresses');
  const what = `Unsubscribe ${who} from ${from}`;
  return {what, ...(context.ask.possible && others.length > 0 && {always: true as const})};
}

/** The list of people who left everything, or one group. `agreed` gets the permit when it is known how many are new. */
export function leavingBook(
  {send, stream}: Pick<Context, 'send' | 'stream'>,
  group: number | null,
  agreed: (fresh: readonly string[]) => Promise<Permit<'creates'>>,
): AddressBook {
  let permit: Permit<'creates'>;
  const asking = {
    persists: true,
    async before(fresh: readonly string[]) {
      permit = await agreed(fresh);
      return fresh;
    },
  };
  return group === null
    ? {
        ...asking,
        membership: 'unsubscribed',
        turns: () => [turnFor(unsubscribes, '')],
        async *entries() {
          // People who left only one group are listed too, and still get other mail.
          for await (const batch of stream(unsubscribe.list))
            yield* batch.filter(({unsubscribe_groups_id: left}) => left === null);
        },
        add: email_address => send(permit, unsubscribe.add, {email_address}),
      }
    : {
        ...asking,
        membership: 'out of the group',
        turns: () => [turnFor(groupRecipients, String(group))],
        async *entries() {
          for await (const batch of listedRecords({stream}, groupRecipients, {groupId: group}))
            yield* batch.map(({id, email_address}) => ({id: Number(id), email_address: String(email_address)}));
        },
        add: email_address => send(permit, groupRecipient.add, {unsubscribe_groups_id: group, email_address}),
      };
}
