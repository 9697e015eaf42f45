import {andList, plural, withMore} from '../core/words/sentence.js';
import type {Reason} from './door.js';

/** A person whom the door stopped. */
export type Stopped = {readonly address: string; readonly reason: Reason};

/** Who left and how, by name up to five: the one sentence of every way in. */
export const stoppedInWords = (stopped: readonly Stopped[]): string =>
  andList(
    (Object.keys(ways) as Reason[]).flatMap(reason => {
      const people = stopped.filter(one => one.reason === reason);
      return people.length === 0 ? [] : [`${byName(people.map(({address}) => address))} ${ways[reason]}`];
    }),
  );

/** People by name up to five, and how many more. */
export const byName = (addresses: readonly string[]): string => withMore(addresses.slice(0, MOST), addresses.length);

/** How many people a sentence names. */
export const MOST = 5;

const ways: Readonly<Record<Reason, string>> = {
  unsubscribed: 'unsubscribed from everything',
  left_a_group: 'unsubscribed from a group',
};

/** What a script can do about them. */
export const wayIn = (count: number): string =>
  `To add ${plural(count, 'this person', 'them')} anyway, add --include-unsubscribed`;
