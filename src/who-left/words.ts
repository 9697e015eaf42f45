import {dateInWords} from '../records/dates/spoken-words.js';
import {andList, plural, withMore} from '../words/sentence.js';
import {shellWord} from '../words/shell-word.js';
import type {Reason} from './door.js';

/** A person whom the door stopped; one who was erased has the day. */
export type Stopped = {readonly address: string; readonly reason: Reason; readonly day?: string | undefined};

/** Who left and how, by name up to five: the one sentence of every way in. */
export const stoppedInWords = (stopped: readonly Stopped[]): string =>
  andList(
    (Object.keys(ways) as Reason[]).flatMap(reason => {
      const people = stopped.filter(one => one.reason === reason);
      return people.length === 0 ? [] : [`${byName(people.map(({address}) => address))} ${ways[reason](people)}`];
    }),
  );

/** People by name up to five, and how many more. */
export const byName = (addresses: readonly string[]): string => withMore(addresses.slice(0, MOST), addresses.length);

/** How many people a sentence names. */
export const MOST = 5;

const ways: Readonly<Record<Reason, (people: readonly Stopped[]) => string>> = {
  unsubscribed: () => 'unsubscribed from everything',
  left_a_group: () => 'unsubscribed from a group',
  erased: people => `${plural(people.length, 'was', 'were')} erased here on ${daysOf(people)}`,
};

const daysOf = (people: readonly Stopped[]): string =>
  andList([...new Set(people.flatMap(({day}) => day ?? []))].sort().map(day => dateInWords(Date.parse(day))));

/** What a script can do about them, each with the line that does it. */
export function wayIn(stopped: readonly Stopped[]): string {
  const erased = stopped.filter(({reason}) => reason === 'erased').map(({address}) => address);
  const others = stopped.length - erased.length;
  return [
    ...(others > 0 ? [`To add ${plural(others, 'this person', 'them')} anyway, add --include-unsubscribed`] : []),
    ...(erased.length > 0
      ? [`To let an erased person in again: emk contacts erase ${shellWord(erased[0] ?? '')} --forget`]
      : []),
  ].join('. ');
}
