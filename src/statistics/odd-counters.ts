import {andList} from '../words/sentence.js';
import type {Counter, Counters} from './counters.js';

/** Contradictions in a mailing's counters, in words, because a silent correction would hide a fault. */
export function oddCounters(of: Counters): readonly string[] {
  const exceeding = never.filter(({more, than}) => exceeds(sumIfKnown(of, more), of[than]));
  const alone = exceeding.flatMap(({more, than}) => (more.length === 1 ? [`${more} ${than}`] : []));
  return exceeding
    .filter(({more, than}) => more.length === 1 || !more.some(counter => alone.includes(`${counter} ${than}`)))
    .map(({more, than}) => `more ${andList(more.map(counter => words[counter]))} than ${words[than]}`);
}

/**
 * Pairs of counters of which the first never exceeds the second. Mail on its way is triggered and not delivered yet.
 */
const never: ReadonlyArray<{readonly more: readonly Counter[]; readonly than: Counter}> = [
  {more: ['delivered'], than: 'triggered'},
  {more: ['bounces'], than: 'triggered'},
  {more: ['delivered', 'bounces'], than: 'triggered'},
  {more: ['unique_opens'], than: 'delivered'},
  {more: ['unique_opens'], than: 'total_opens'},
  {more: ['unsubscribes'], than: 'delivered'},
];

const words: Readonly<Record<Counter, string>> = {
  triggered: 'triggered',
  delivered: 'delivered',
  unique_opens: 'people who opened it',
  total_opens: 'opens',
  bounces: 'bounced',
  unsubscribes: 'unsubscribed',
};

const sumIfKnown = (of: Counters, some: readonly Counter[]): number | undefined =>
  some.reduce<number | undefined>((total, each) => {
    const count = of[each];
    return total === undefined || count === undefined ? undefined : total + count;
  }, 0);

const exceeds = (one: number | undefined, other: number | undefined): boolean =>
  one !== undefined && other !== undefined && one > other;
