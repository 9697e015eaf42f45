import type {Admission, Permit} from '../api/describe/permit.js';
import {type Effect, effectOf, join, type Start, unsubscribing} from '../change/effect/effect.js';
import type {Context} from '../commands/command.js';
import contacts from '../endpoints/contacts.js';
import {type AtDoor, nobodyMoves, openDoor, type Reason} from '../people/door.js';
import {letInOne, stoppedInWords} from '../people/let-in.js';
import {readLeavings} from '../people/who-left.js';
import {foldAddress} from '../records/fields/fold-address.js';
import {addTo, leavingBook} from './add-to.js';

/** What a move needs: the change itself, and the unsubscribes that go along. */
type MovePermit = Permit<'updates' | 'creates'>;

/** The effect of changing contacts that may move. */
export const moving = (count: number, starts: readonly Start[] = []): Effect<'updates' | 'creates'> =>
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
      if (!atDoor.include_unsubscribed) for (const place of places) await unsubscribe(context, permit, place, to);
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
export async function unsubscribe(
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
