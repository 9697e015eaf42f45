import type {Admission, Permit} from '../../api/describe/permit.js';
import type {Context} from '../../commands/command.js';
import {type Effect, effectOf, join, unsubscribing} from '../../effect/effect.js';
import contacts from '../../endpoints/contacts.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {type AtDoor, nobodyMoves, openDoor, type Reason} from '../../who-left/door.js';
import {readLeavings} from '../../who-left/leavings.js';
import {letInOne} from '../../who-left/let-in.js';
import {stoppedInWords} from '../../who-left/words.js';
import {addMissing} from './add-addresses.js';
import {leavingBook} from './leaving-book.js';

/** What a move needs: the change itself, and the unsubscribes that go along. */
export type MovePermit = Permit<'updates' | 'creates'>;

/** The effect of changing contacts that may move. */
export const moving = (count: number): Effect<'updates' | 'creates'> =>
  join<'updates' | 'creates'>(effectOf('updates', contacts, count), unsubscribing(0));

/** One person, and the address that the person gets. */
type Move = {readonly from: string; readonly to: string};

/** Takes one person through the door, to another address or another list; a change that moves nobody needs no look. */
export async function movePerson(
  context: Context,
  {from, to, isElsewhere}: Move & {readonly isElsewhere: boolean},
  atDoor: AtDoor,
  permit: MovePermit,
): Promise<Admission<'updates'>> {
  if (foldAddress(from) === foldAddress(to)) {
    if (!isElsewhere) return nobodyMoves(permit);
    const door = await openDoor(context, atDoor);
    await letInOne(context, door, from);
    return door.admit(permit);
  }
  const {take, carried} = await openMoves(context, atDoor, permit);
  const admitted = await take({from, to});
  const told = carriedInWords(carried, atDoor);
  if (told !== undefined && !context.globals.dryRun) context.notice(told);
  return admitted;
}

/** Takes people through the door to other addresses, each with what the person left. Who left what is read once. */
export async function openMoves(context: Context, atDoor: AtDoor, permit: MovePermit): Promise<Moves> {
  const door = await openDoor(context, atDoor);
  const carried: Carried[] = [];
  const leavings = door.looked ? await readLeavings(context) : () => [];
  return {
    carried,
    async take({from, to}) {
      const [left, there] = [leavings(from), leavings(to)];
      const places = left.filter(place => !there.includes(place));
      // What both addresses left changes nothing for the person; an erasure or anything else of the new one does.
      const isNews = door.erasedOn(to) !== undefined || left.length === 0 || there.some(place => !left.includes(place));
      if (isNews) await letInOne(context, door, to);
      if (!atDoor.include_unsubscribed) for (const place of places) await unsubscribe(context, permit, place, to);
      if (places.length > 0) carried.push({from, to, reason: places.includes(null) ? 'unsubscribed' : 'left_a_group'});
      return door.admit(permit);
    },
  };
}

export type Moves = {
  take(move: Move): Promise<Admission<'updates'>>;
  /** The people so far who had left something. */
  readonly carried: readonly Carried[];
};

type Carried = Move & {readonly reason: Reason};

/** What became of people who had left something; undefined if nobody had. */
export function carriedInWords(
  carried: readonly Carried[],
  {include_unsubscribed: included}: AtDoor,
): string | undefined {
  const [first] = carried;
  if (!first) return undefined;
  const who = stoppedInWords(carried.map(({from, reason}) => ({address: from, reason})));
  const them = carried.length === 1 ? first.to : 'their new addresses';
  return included
    ? `${who}. You chose --include-unsubscribed, so ${them} may get mail.`
    : `${who}, so emk unsubscribed ${them} too.`;
}

/** Unsubscribes an address before its person moves there: a person who cannot be unsubscribed does not move. */
async function unsubscribe(context: Context, permit: MovePermit, place: number | null, address: string): Promise<void> {
  const {failed, stopped} = await addMissing(
    context,
    {addresses: [address], bad: []},
    leavingBook(context, place, async () => permit),
  );
  const error = stopped ?? failed[0]?.error;
  if (error) throw error;
}
