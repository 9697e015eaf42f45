import type {Admission, Admit, Permit} from '../api/describe/permit.js';
import type {Change, Params} from '../api/describe/schema.js';
import type {Context} from '../change/context.js';
import {nobodyLeft, readWhoLeft, type WhoLeft} from './who-left.js';

/** The one option by which people who unsubscribed are added all the same. */
export const includeOption = {
  include_unsubscribed: {type: 'flag', help: 'Also add people who unsubscribed', decides: 'checks'},
} as const satisfies Params;

/** Why a person is not added. */
export type Reason = 'unsubscribed' | 'left_a_group';

/** What a line says about people who left. */
export type AtDoor = {
  /** Whether it adds people who unsubscribed all the same. */
  readonly include_unsubscribed?: boolean | 0 | 1 | undefined;
  /** People who are known to have left, so that nobody is surprised: they come in, and still get no mail. */
  readonly known?: Pick<ReadonlySet<string>, 'has'> | undefined;
};

export type Door = {
  /** What speaks against adding a folded address; undefined if nothing does. */
  stops(folded: string): Reason | undefined;
  /** How many people it stops at most; with none, nobody needs to be asked about. */
  readonly size: number;
  /** Who left, whether they are let in or not. */
  whoLeft(): Promise<WhoLeft>;
  readonly admit: Admit;
};

/** Opens the one door through which people are added: it knows who left, after one streamed read. */
export async function openDoor(
  context: Pick<Context, 'stream'>,
  {include_unsubscribed: included, known}: AtDoor = {},
): Promise<Door> {
  const left = included ? nobodyLeft() : await readWhoLeft(context);
  const {fully, fromGroup} = left;
  const stops = (folded: string): Reason | undefined => {
    if (known?.has(folded)) return undefined;
    if (fully.has(folded)) return 'unsubscribed';
    return fromGroup.has(folded) ? 'left_a_group' : undefined;
  };
  return {
    stops,
    size: fully.size + fromGroup.size,
    whoLeft: async () => (included ? readWhoLeft(context) : left),
    admit: stamp,
  };
}

const stamp = <C extends Change>(permit: Permit<C>): Admission<C> => permit as Admission<C>;

/** For a request that could add or move people, and does neither: the address and the list stay, so nobody needs a look. */
export const nobodyMoves: Admit = stamp;
