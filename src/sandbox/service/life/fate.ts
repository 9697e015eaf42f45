import {randomNumbers} from '../chance.js';
import type {Settings} from '../settings.js';

/** What happens to one mail, and when. */
type Fate = {
  readonly arrives: number;
  readonly bounces: 0 | 1;
  readonly opens: readonly number[];
  readonly unsubscribes: number | null;
  readonly last: number;
};

/** Decides a mail's fate from the account's seed and the mail's name, so that it is the same every time. */
export function fateOf(seed: number, name: string, triggered: number, settings: Settings): Fate {
  const [arrival, bounce, open, again, leave] = randomNumbers(seed, name);
  const arrives = triggered + Math.round(arrival * settings.arriveSeconds * 1000);
  if (bounce < settings.bounceRate) return {arrives, bounces: 1, opens: [], unsubscribes: null, last: arrives};
  if (open >= settings.openRate) return {arrives, bounces: 0, opens: [], unsubscribes: null, last: arrives};
  const span = settings.openSeconds * 1000;
  const first = arrives + Math.round((open / settings.openRate) * span * 0.5);
  const count = 1 + Math.floor(again * again * 4);
  const opens = Array.from({length: count}, (_, index) => first + Math.round((index * span * 0.5) / count));
  const unsubscribes = leave < settings.unsubscribeRate ? (opens.at(-1) ?? first) : null;
  return {arrives, bounces: 0, opens, unsubscribes, last: opens.at(-1) ?? first};
}
