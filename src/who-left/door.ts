import type {Client} from '../api/client/client.js';
import type {Passed} from '../api/describe/passed.js';
import {nobody, readWhoLeft, type WhoLeft} from './read-who-left.js';

/** Why a person is not added: by their own wish, or because they were erased. */
export type Reason = 'unsubscribed' | 'left_a_group';

/** What a line says about people who left. */
export type AtDoor = {
  /** Whether it adds them all the same. */
  readonly include_unsubscribed?: boolean | 0 | 1 | undefined;
  /** Whether nobody looks who left. */
  readonly no_lookup?: boolean | 0 | 1 | undefined;
};

export type Door = {
  /** What speaks against adding a folded address; undefined if nothing does. */
  stops(folded: string): Reason | undefined;
  /** How many people it stops at most; with none, nobody needs to be asked about. */
  readonly size: number;
  /** Who left, whether they are let in or not. */
  whoLeft(): Promise<WhoLeft>;
  readonly looked: boolean;
  readonly passed: Passed;
};

/** Opens the one door through which people are added: it knows everybody who left, after one streamed read. */
export async function openDoor(
  client: Pick<Client, 'stream'>,
  {include_unsubscribed: included, no_lookup: blind}: AtDoor = {},
): Promise<Door> {
  const left = included || blind ? nobody() : await readWhoLeft(client);
  const {fully, fromGroup} = left;
  return {
    stops(folded) {
      if (fully.has(folded)) return 'unsubscribed';
      return fromGroup.has(folded) ? 'left_a_group' : undefined;
    },
    size: fully.size + fromGroup.size,
    whoLeft: async () => (included || blind ? readWhoLeft(client) : left),
    looked: !blind,
    passed: {} as Passed,
  };
}

/** The door of a place where nobody is added. */
export const nobodyLeft: Pick<Door, 'stops' | 'size'> = {stops: () => undefined, size: 0};
