import type {Host} from '../../system/host.js';
import type {RestTimes} from '../journal/settings.js';
import {pause} from './interruption.js';
import type {ImportService} from './service.js';

/** The result of waiting for the list: whether it settled, and its counts before and after. */
export type Rest = {readonly atRest: boolean; readonly first: number | undefined; readonly last: number | undefined};

/** How the latest request ended, which decides how long to wait before the first look. */
export type LatestAnswer = 'came' | 'no answer' | 'gateway gave up';

/**
 * Waits until the count of the list stays the same. A service may still work on an abandoned request, and a growing
 * list proves nothing about missing rows. A pause counts with its planned length, because a machine that slept has not
 * looked meanwhile.
 */
export async function waitForRest(
  {count}: Pick<ImportService, 'count'>,
  host: Pick<Host, 'elapsed' | 'sleep' | 'interrupted'>,
  {wait, poll, max}: RestTimes,
  latest: LatestAnswer,
  seen: (count: number | undefined) => void = () => {},
): Promise<Rest> {
  const beginning = Math.min(max, wait * WAITS[latest]);
  let left = max - beginning;
  await pause(host, beginning);
  const look = async (): Promise<number | undefined> => {
    const began = host.elapsed();
    const found = await count();
    left -= host.elapsed() - began;
    return found;
  };
  const first = await look();
  let last = first;
  let same = 1;
  seen(first);
  while (same < SAME && poll <= left) {
    left -= poll;
    await pause(host, poll);
    const next = await look();
    same = next !== undefined && next === last ? same + 1 : 1;
    last = next;
    seen(next);
  }
  return {atRest: same >= SAME, first, last};
}

/** Multiples of the usual wait. A gateway gives up only on slow requests, so the service behind it gets more time. */
const WAITS: Readonly<Record<LatestAnswer, number>> = {came: 0, 'no answer': 1, 'gateway gave up': 4};

/** How many equal counts in a row mean that the list has settled. */
const SAME = 3;
