import {andList, withMore} from '../words/list.js';
import type {Reason} from './door.js';

/** A person whom the door stopped. */
export type Stopped = {readonly address: string; readonly reason: Reason};

/** Who left and how, by name up to five: the one sentence of every way in. */
export const stoppedInWords = (stopped: readonly Stopped[]): string =>
  andList(
    (Object.keys(ways) as Reason[]).flatMap(reason => {
      const addresses = stopped.filter(one => one.reason === reason).map(({address}) => address);
      return addresses.length === 0 ? [] : [leftInWords(reason, addresses)];
    }),
  );

/** Who left in one way. */
const leftInWords = (reason: Reason, addresses: readonly string[]): string => `${byName(addresses)} ${ways[reason]}`;

/** People by name up to five, and how many more. */
const byName = (addresses: readonly string[]): string => withMore(addresses.slice(0, MOST), addresses.length);

const MOST = 5;

const ways: Readonly<Record<Reason, string>> = {
  unsubscribed: 'unsubscribed from everything',
  left_a_group: 'unsubscribed from a group',
};
