import type {Admission, Permit} from '../api/describe/permit.js';
import type {Context} from '../change/context.js';
import {type Effect, effectOf, join, type Start, unsubscribing} from '../change/effect/effect.js';
import {afterChange} from '../change/records/after-change.js';
import {turnFor} from '../change/records/create-all.js';
import {listedRecords} from '../change/records/read.js';
import {toEmkError} from '../change/work/stop-errors.js';
import {
  type EmkError,
  InterruptedError,
  mayPass,
  PartialError,
  RefusedError,
  UnknownOutcomeError,
} from '../core/errors.js';
import {counted} from '../core/words/sentence.js';
import contacts from '../endpoints/contacts.js';
import groupRecipients, {operations as groupRecipient} from '../endpoints/group-recipients.js';
import segmentRecipients, {operations as segmentRecipient} from '../endpoints/segment-recipients.js';
import unsubscribes, {operations as leaving, leftEverything} from '../endpoints/unsubscribes.js';
import type {Done, Failure} from '../output/results/result.js';
import {type AtDoor, type Door, nobodyMoves, openDoor, type Reason} from '../people/door.js';
import {letIn, letInOne, stoppedInWords} from '../people/let-in.js';
import {readLeavings} from '../people/who-left.js';
import {foldAddress} from '../records/fields/fold-address.js';

type AddressedPerson = {readonly email: string};

type BookEntry = {readonly id: number; readonly email: string};

/** A list of addresses, and how some are added to it. */
export type Book<P extends AddressedPerson> = {
  /** The state of an address in the list, in words: `unsubscribed`. */
  readonly membership: string;
  /** What others take turns for too when they add these people. */
  turns(people: readonly P[]): ReadonlyArray<readonly string[]>;
  entries(): AsyncIterable<BookEntry>;
  /** How many people fit into one request; 100 if omitted. */
  readonly most?: number;
  /** The door of a list whose people get mail: those who are not in it yet go through it. */
  readonly door?: Door;
  /** Called when the new people are known, before any is added: asks, and gives the request that adds some. */
  opened(fresh: readonly P[], lastRow: number): Promise<(some: readonly P[]) => Promise<unknown>>;
  /** Called at the end with those that were not in the list before and are now. */
  added?(entries: readonly BookEntry[]): void;
};

/** People to add, and lines of a file that name nobody. */
type WantedPeople<P extends AddressedPerson> = {
  readonly people: readonly P[];
  readonly bad?: ReadonlyArray<{readonly line: number; readonly reason: string}>;
};

/**
 * Adds people to a list, each once and only if they are not in it yet, so that a second run adds the rest. Afterwards emk
 * looks for all of them in the list, because the service's answer does not say which were accepted.
 */
export function addTo<P extends AddressedPerson>(
  context: Context,
  book: Book<P>,
  wanted: WantedPeople<P>,
): Promise<Done> {
  const add = () => lookAndAdd(context, book, wanted);
  if (context.ask.possible) return add();
  // Two runs that look at the same time would both add a missing address, and the service would keep both.
  return context.takeTurns(book.turns(wanted.people), `addresses that should be ${book.membership}`, add);
}

async function lookAndAdd<P extends AddressedPerson>(
  context: Context,
  book: Book<P>,
  {people, bad = []}: WantedPeople<P>,
): Promise<Done> {
  const {globals, progress, warn} = context;
  const before = await context.persist(() => idsIn(book));
  const missing = people.filter(({email}) => !before.has(foldAddress(email)));
  const {fresh, facts} = await throughDoor(context, book.door, missing);
  const lastRow = [...before.values()].reduce((last, id) => Math.max(last, id), 0);
  const sending: AdditionToSend<P> = {
    context,
    book,
    add: await book.opened(fresh, lastRow),
    accepted: new Set(),
    errors: new Map(),
  };
  await sendInBatches(sending, fresh);
  const after = globals.dryRun || fresh.length === 0 ? before : await lookAgain(sending, before);
  progress.clear();
  if (globals.dryRun) {
    for (const {line, reason} of bad) warn(`Line ${line}: ${reason}.`);
    return {kind: 'done', sentence: '', done: [], failed: []};
  }
  const {errors, stopped} = sending;
  const whyNot = (email: string): EmkError => errors.get(foldAddress(email)) ?? stopped ?? notThere();
  const added = fresh.flatMap(({email}): BookEntry[] => {
    const id = after.get(foldAddress(email));
    return id === undefined ? [] : [{id, email}];
  });
  book.added?.(added);
  const failed: Failure[] = [
    ...fresh.filter(({email}) => !after.has(foldAddress(email))).map(({email}) => ({id: email, error: whyNot(email)})),
    ...bad.map(({line, reason}) => ({id: `line ${line}`, error: new PartialError(`${reason}.`)})),
  ];
  const already = people.length - missing.length;
  // Where nothing was done, the error says all.
  const isDone = added.length + already > 0 || (failed.length === 0 && !stopped);
  const sentence = isDone ? sentenceFor(added, already, book.membership) : '';
  return {kind: 'done', sentence, done: added.map(({id}) => id), failed, stopped, ...facts};
}

/** The people whom the door lets in, and what programs learn about the others. */
async function throughDoor<P extends AddressedPerson>(context: Context, door: Door | undefined, people: readonly P[]) {
  if (!door) return {fresh: people, facts: {}};
  const {addresses, facts} = await letIn(
    context,
    door,
    people.map(({email}) => email),
  );
  const entered = new Set(addresses);
  return {fresh: people.filter(({email}) => entered.has(email)), facts};
}

/** Ids by folded address. */
type IdsByAddress = ReadonlyMap<string, number>;

type AdditionToSend<P extends AddressedPerson> = {
  readonly context: Context;
  readonly book: Book<P>;
  readonly add: (some: readonly P[]) => Promise<unknown>;
  /** The folded addresses whose request was answered. */
  readonly accepted: Set<string>;
  /** Why an address was not added, as far as known, by folded address. */
  readonly errors: Map<string, EmkError>;
  stopped?: EmkError | undefined;
};

/** Sends batch after batch, until one fails for a reason that would stop the next too. */
async function sendInBatches<P extends AddressedPerson>(
  sending: AdditionToSend<P>,
  people: readonly P[],
): Promise<void> {
  const {context, book} = sending;
  const {most = 50} = book;
  try {
    for (let tried = 0; tried < people.length; tried += most) {
      if (most < people.length) context.progress.show({label: 'Adding addresses', done: tried, total: people.length});
      await sendBatch(sending, people.slice(tried, tried + most));
    }
  } catch (error) {
    sending.stopped = toEmkError(error, context.host);
  }
}

/** Sends one batch. A refusal names no address, so halves are sent; after a lost answer the list shows the outcome. */
async function sendBatch<P extends AddressedPerson>(sending: AdditionToSend<P>, batch: readonly P[]): Promise<void> {
  const {add, accepted, errors} = sending;
  const addresses = batch.map(({email}) => foldAddress(email));
  try {
    await add(batch);
    for (const address of addresses) accepted.add(address);
  } catch (error) {
    if (error instanceof RefusedError && batch.length > 1) {
      const middle = Math.ceil(batch.length / 2);
      await sendBatch(sending, batch.slice(0, middle));
      await sendBatch(sending, batch.slice(middle));
    } else if (error instanceof RefusedError || error instanceof UnknownOutcomeError) {
      for (const address of addresses) errors.set(address, error);
    } else throw error;
  }
}

/** Reads the list afterwards, unless nothing can have been added: then a refusal is thrown, and a pause is reported. */
async function lookAgain<P extends AddressedPerson>(
  {context, book, accepted, errors, stopped}: AdditionToSend<P>,
  before: IdsByAddress,
): Promise<IdsByAddress> {
  const lostAnswer = [...errors.values()].find(error => error instanceof UnknownOutcomeError);
  const happened = `${counted(accepted.size, 'address was', 'addresses were')} added`;
  const again = 'Run the same command again. emk adds only the missing ones.';
  if (stopped instanceof InterruptedError && accepted.size > 0)
    throw new InterruptedError(`${stopped.message} ${happened}.`, {exit: stopped.exit, hint: again});
  if (stopped && (stopped instanceof InterruptedError || (accepted.size === 0 && !lostAnswer))) {
    if (mayPass(stopped)) return before;
    throw stopped;
  }
  return afterChange(context, {happened, lostAnswer, hint: again}, () => context.persist(() => idsIn(book)));
}

async function idsIn({entries}: Pick<Book<AddressedPerson>, 'entries'>): Promise<IdsByAddress> {
  const ids = new Map<string, number>();
  for await (const {id, email} of entries()) ids.set(foldAddress(email), id);
  return ids;
}

const notThere = (): EmkError => new PartialError('The service says it was added, but it is not on the list.');

function sentenceFor(added: readonly BookEntry[], already: number, membership: string): string {
  const [only] = added;
  if (only && added.length === 1 && already === 0) return `${only.email} is ${membership} now.`;
  if (added.length === 0 && already > 0)
    return `${counted(already, 'address is', 'addresses are')} ${membership} already.`;
  const now = counted(added.length, 'address is', 'addresses are');
  const there = already === 0 ? '' : ` ${counted(already, 'was', 'were')} already.`;
  return `${now} ${membership} now.${there}`;
}

/** The list of people who left everything, or one group. `agreed` gets the permit when it is known who is new. */
export function leavingBook(
  {send, stream}: Pick<Context, 'send' | 'stream'>,
  group: number | null,
  agreed: (fresh: readonly AddressedPerson[]) => Promise<Permit<'creates'>>,
): Book<AddressedPerson> {
  const [of, listInput] = group === null ? [unsubscribes, {}] : [groupRecipients, {groupId: group}];
  return {
    membership: group === null ? 'unsubscribed' : 'out of the group',
    turns: () => [turnFor(of, String(group ?? ''))],
    async *entries() {
      // People who left only one group are in the list of those who left everything too, and still get other mail.
      for await (const batch of listedRecords({stream}, of, listInput))
        for (const one of batch)
          if (group !== null || leftEverything(one)) yield {id: Number(one['id']), email: String(one['email_address'])};
    },
    async opened(fresh) {
      const permit = await agreed(fresh);
      return some => {
        const email_address = some.map(({email}) => email).join(',');
        return group === null
          ? send(permit, leaving.add, {email_address})
          : send(permit, groupRecipient.add, {unsubscribe_groups_id: group, email_address});
      };
    },
  };
}

/** A person for a segment, which wants names. */
export type SegmentPerson = AddressedPerson & {readonly first_name: string; readonly last_name: string};

/** The people of a segment, who get mail: they come in through the door, one at a time. */
export const segmentBook = (
  {send, stream}: Pick<Context, 'send' | 'stream'>,
  segment: number,
  door: Door,
  agreed: (fresh: readonly SegmentPerson[]) => Promise<Permit<'creates'>>,
): Book<SegmentPerson> => ({
  ...{membership: 'in the segment', most: 1, door},
  turns: () => [turnFor(segmentRecipients, String(segment))],
  async *entries() {
    for await (const batch of listedRecords({stream}, segmentRecipients, {segment_id: segment}))
      for (const {id, email} of batch) yield {id: Number(id), email: String(email ?? '')};
  },
  async opened(fresh) {
    const admission = door.admit(await agreed(fresh));
    return async some => {
      for (const {email, first_name, last_name} of some)
        await send(admission, segmentRecipient.add, {segment_id: segment, first_name, last_name, email});
    };
  },
});

/** What a move needs: the change itself, and the unsubscribes that go along. */
type MovePermit = Permit<'updates' | 'creates'>;

/** The effect of changing contacts that may move. */
export const effectOfMoving = (count: number, starts: readonly Start[] = []): Effect<'updates' | 'creates'> =>
  join<'updates' | 'creates'>(effectOf('updates', contacts, count, {starts}), unsubscribing(0));

/** One person, and the address that the person gets. */
type Move = {readonly from: string; readonly to: string};

/** Takes one person through the door, to another address or another list; a change that moves nobody needs no look. */
export async function movePerson(
  context: Context,
  {from, to, isElsewhere}: Move & {readonly isElsewhere: boolean},
  atDoor: AtDoor,
  permit: MovePermit,
): Promise<Admission<'updates'>> {
  if (foldAddress(from) !== foldAddress(to)) {
    const moves = await openMoves(context, atDoor, permit);
    const admission = await moves.take({from, to});
    moves.tell();
    return admission;
  }
  if (!isElsewhere) return nobodyMoves(permit);
  const door = await openDoor(context, atDoor);
  await letInOne(context, door, from);
  return door.admit(permit);
}

export type Moves = {
  take(move: Move): Promise<Admission<'updates'>>;
  /** Says who had left something, and what emk did about the new addresses. */
  tell(): void;
};

/**
 * Takes people through the door to other addresses. A new address is unsubscribed from what the person left before
 * anything else happens: who does not move after all stays as safe as before. Who left what is read once.
 */
export async function openMoves(context: Context, atDoor: AtDoor, permit: MovePermit): Promise<Moves> {
  const door = await openDoor(context, atDoor);
  const leavings = await readLeavings(context, await door.whoLeft());
  const carried = new Map<string, Move & {readonly reason: Reason}>();
  return {
    async take({from, to}) {
      const [left, there] = [leavings(from), leavings(to)];
      const places = left.filter(place => !there.includes(place));
      // What both addresses left changes nothing for the person; anything else that the new one left does.
      const isNews = left.length === 0 || there.some(place => !left.includes(place));
      if (isNews) await letInOne(context, door, to);
      if (places.length === 0) return door.admit(permit);
      if (!atDoor.include_unsubscribed)
        for (const place of places) await unsubscribeAddress(context, permit, place, to);
      carried.set(`${from} ${to}`, {from, to, reason: places.includes(null) ? 'unsubscribed' : 'left_a_group'});
      return door.admit(permit);
    },
    tell() {
      const all = [...carried.values()];
      if (all.length === 0 || context.globals.dryRun) return;
      const who = stoppedInWords(all.map(({from, reason}) => ({address: from, reason})));
      const them = all.length === 1 ? all[0]?.to : 'their new addresses';
      context.notice(
        atDoor.include_unsubscribed
          ? `${who}. You chose --include-unsubscribed, so ${them} may get mail.`
          : `${who}, so emk unsubscribed ${them} too.`,
      );
    },
  };
}

/** Unsubscribes an address from everything, or from a group, before anything else happens to its person. */
export async function unsubscribeAddress(
  context: Context,
  permit: Permit<'creates'>,
  place: number | null,
  email: string,
): Promise<void> {
  const book = leavingBook(context, place, async () => permit);
  const {failed, stopped} = await addTo(context, book, {people: [{email}]});
  const error = stopped ?? failed[0]?.error;
  if (error) throw error;
}
