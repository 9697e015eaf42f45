import type {Host} from '../../system/host.js';
import type {SettleTimes} from '../journal/settings.js';
import {pause} from './interruption.js';
import type {ImportService} from './service.js';

/** What waiting for the list brought: whether it came to rest, and its counts before and after. */
export type Rest = {readonly atRest: boolean; readonly first: number | undefined; readonly last: number | undefined};

/** How long to wait before the first look: an answer came, none came, or a gateway gave up on a service that may go on. */
export type Patience = 'answered' | 'lost' | 'gateway';

/**
Waits until nothing changes any more: a service goes on with a request whose client has gone, and a list that is still
growing proves nothing about what is missing from it.
*/
export async function waitForRest(
  {count}: Pick<ImportService, 'count'>,
  host: Pick<Host, 'now' | 'sleep' | 'interrupted'>,
  {wait, poll, max}: SettleTimes,
  patience: Patience,
  seen: (count: number | undefined) => void = () => {},
): Promise<Rest> {
  const end = host.now().getTime() + max;
  await pause(host, Math.min(max, wait * WAITS[patience]));
  const first = await count();
  let last = first;
  let same = 1;
  seen(first);
  while (same < SAME && host.now().getTime() + poll <= end) {
    await pause(host, poll);
    const next = await count();
    same = next !== undefined && next === last ? same + 1 : 1;
    last = next;
    seen(next);
  }
  return {atRest: same >= SAME, first, last};
}

/** A gateway that gave up had already waited: what is behind it gets four times as long. */
const WAITS: Readonly<Record<Patience, number>> = {answered: 0, lost: 1, gateway: 4};

/** So many equal counts in a row are rest. */
const SAME = 3;
