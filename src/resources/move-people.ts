import type {Admission, Permit} from '../api/describe/permit.js';
import {type Effect, effectOf, join, type Start, unsubscribing} from '../change/effect/effect.js';
import type {Context} from '../commands/command.js';
import {appliedNothing} from '../core/errors.js';
import {counted, plural, withMore} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import contacts from '../endpoints/contacts.js';
import {type AtDoor, nobodyMoves, openDoor, type Reason} from '../people/door.js';
import {readLeavings} from '../people/leavings.js';
import {letInOne} from '../people/let-in.js';
import {stoppedInWords} from '../people/words.js';
import {foldAddress} from '../records/fields/fold-address.js';
import {addMissing, leavingBook} from './addresses.js';

/** What a move needs: the change itself, and the unsubscribes that go along. */
type MovePermit = Permit<'updates' | 'creates'>;

/** The effect of changing contacts that may move. */
export const moving = (count: number, starts: readonly Start[] = []): Effect<'updates' | 'creates'> =>
  join<'updates' | 'creates'>(effectOf('updates', contacts, count, {starts}), unsubscribing(0));

/** One person, and the address that the person gets. */
type Move = {readonly from: string; readonly to: string};

/** One person who went through the door. */
export type Moved = {
  readonly admission: Admission<'updates'>;
  /** Throws the error of the move, and says before that who stays unsubscribed at the new address without it. */
  orStays(error: unknown): never;
};

/** Takes one person through the door, to another address or another list; a change that moves nobody needs no look. */
export async function movePerson(
  context: Context,
  {from, to, isElsewhere}: Move & {readonly isElsewhere: boolean},
  atDoor: AtDoor,
  permit: MovePermit,
): Promise<Moved> {
  if (foldAddress(from) === foldAddress(to)) {
    if (!isElsewhere) return {admission: nobodyMoves(permit), orStays: rethrown};
    const door = await openDoor(context, atDoor);
    await letInOne(context, door, from);
    return {admission: door.admit(permit), orStays: rethrown};
  }
  const {take, carried} = await openMoves(context, atDoor, permit);
  const say = (hasArrived: boolean): void => sayWhoMoved(context, carried, atDoor, () => hasArrived);
  const orStays = (error: unknown): never => {
    if (appliedNothing(error)) say(false);
    throw error;
  };
  const admission = await take({from, to}).catch(orStays);
  say(true);
  return {admission, orStays};
}

const rethrown = (error: unknown): never => {
  throw error;
};

/** Takes people through the door to other addresses, each with what the person left. Who left what is read once. */
export async function openMoves(context: Context, atDoor: AtDoor, permit: MovePermit): Promise<Moves> {
  const door = await openDoor(context, atDoor);
  const carried = new Map<string, Carried>();
  const leavings = await readLeavings(context, await door.whoLeft());
  return {
    carried: {[Symbol.iterator]: () => carried.values()},
    async take({from, to}) {
      const [left, there] = [leavings(from), leavings(to)];
      const places = left.filter(place => !there.includes(place));
      // What both addresses left changes nothing for the person; anything else that the new one left does.
      const isNews = left.length === 0 || there.some(place => !left.includes(place));
      if (isNews) await letInOne(context, door, to);
      if (places.length === 0) return door.admit(permit);
      const reason = places.includes(null) ? 'unsubscribed' : 'left_a_group';
      const one = carried.get(`${from} ${to}`) ?? {from, to, reason, made: []};
      carried.set(`${from} ${to}`, one);
      if (atDoor.include_unsubscribed) return door.admit(permit);
      for (const place of places) if (await unsubscribe(context, permit, place, to)) one.made.push(place);
      return door.admit(permit);
    },
  };
}

export type Moves = {
  take(move: Move): Promise<Admission<'updates'>>;
  /** The people so far who had left something. */
  readonly carried: Iterable<Carried>;
};

/** A person who had left something, and what emk unsubscribed the new address from: everything is null, groups are ids. */
type Carried = Move & {readonly reason: Reason; readonly made: Array<number | null>};

/**
 * Says what became of people who had left something. Who did not move after all stays unsubscribed at the new address,
 * because nobody can tell who else asked for that meanwhile.
 */
export function sayWhoMoved(
  {notice, warn, globals}: Pick<Context, 'notice' | 'warn' | 'globals'>,
  carried: Iterable<Carried>,
  {include_unsubscribed: included}: AtDoor,
  hasArrived: (move: Move) => boolean,
): void {
  if (globals.dryRun) return;
  const all = [...carried];
  const moved = all.filter(hasArrived);
  const stayed = all.filter(one => !hasArrived(one) && one.made.length > 0);
  if (moved[0]) notice(carriedInWords(moved, moved[0], Boolean(included)));
  if (stayed[0]) warn(stayedInWords(stayed, stayed[0]));
}

function carriedInWords(moved: readonly Carried[], {to}: Carried, included: boolean): string {
  const who = stoppedInWords(moved.map(({from, reason}) => ({address: from, reason})));
  const them = moved.length === 1 ? to : 'their new addresses';
  return included
    ? `${who}. You chose --include-unsubscribed, so ${them} may get mail.`
    : `${who}, so emk unsubscribed ${them} too.`;
}

function stayedInWords(stayed: readonly Carried[], {from, to, made}: Carried): string {
  const names = withMore(stayed.map(one => one.to));
  const who = stayed.length === 1 ? from : counted(stayed.length, 'person', 'people');
  const what = `${who} ${plural(stayed.length, 'keeps', 'keep')} the old address, but emk had already unsubscribed ${names}`;
  const line = made.includes(null)
    ? `unsubscribes delete ${shellWord(to)}`
    : `groups recipients delete ${shellWord(to)} --group ${made[0]}`;
  return `${what}. If ${to} should get mail: emk ${line}`;
}

/** Unsubscribes an address before anything else happens to its person, who stays as they are if that fails. */
export async function unsubscribe(
  context: Context,
  permit: Permit<'creates'>,
  place: number | null,
  address: string,
): Promise<boolean> {
  const {done, failed, stopped} = await addMissing(
    context,
    {addresses: [address], bad: []},
    leavingBook(context, place, async () => permit),
  );
  const error = stopped ?? failed[0]?.error;
  if (error) throw error;
  return done.length > 0;
}
