import type {Context} from '../commands/command.js';
import {foldAddress} from '../records/fields/fold-address.js';
import {readGroups, type WhoLeft} from './read-who-left.js';

/** What a person left: everything as null, groups by their ids. */
type Leavings = (address: string) => ReadonlyArray<number | null>;

/** Reads who left what, group by group, because the wish of a person goes along to a new address. */
export async function readLeavings(
  context: Pick<Context, 'stream'>,
  {fully, groups}: Pick<WhoLeft, 'fully' | 'groups'>,
): Promise<Leavings> {
  const places = [[null, fully] as const, ...(groups ?? (await readGroups(context)))];
  return address => places.flatMap(([place, people]) => (people.has(foldAddress(address)) ? [place] : []));
}
