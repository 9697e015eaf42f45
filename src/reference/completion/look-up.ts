import {everywhere, type Stop, type Switch, type Value, type Word} from './stops.js';

/** A destination, and every line that leads to it, including the aliases of its last word. */
export type Step = {readonly from: readonly string[]; readonly to: string};

/** Where the words of a stop lead. */
export const stepsFrom = ({path, words}: Stop): readonly Step[] =>
  words.map(({word, others, leadsTo}) => ({from: [word, ...others].map(name => `${path} ${name}`), to: leadsTo}));

/** The aliases of words, each with its description. */
export const otherNames = (words: readonly Word[]): ReadonlyArray<Pick<Word, 'word' | 'about'>> =>
  words.flatMap(({others, about}) => others.map(word => ({word, about})));

/** The options that take a value, by long and short name. */
export const takers = (
  switches: readonly Switch[],
): ReadonlyArray<{readonly names: readonly string[]; readonly value: Value}> =>
  switches.flatMap(({long, short, value}) =>
    value === undefined ? [] : [{names: short ? [long, short] : [long], value}],
  );

/**
 * Every option once, and for each stop the numbers of its options, counted from 1: most options are at many stops, so
 * repeating their names would double a script.
 */
export function numberedSwitches(stops: readonly Stop[]): {
  readonly known: readonly Switch[];
  readonly numbersAt: (switches: readonly Switch[]) => readonly number[];
} {
  const known = new Map<string, Switch>();
  for (const each of [...everywhere, ...stops.flatMap(({switches}) => switches)]) known.set(JSON.stringify(each), each);
  const numbers = new Map([...known.keys()].map((key, index) => [key, index + 1]));
  return {
    known: [...known.values()],
    numbersAt: switches => switches.flatMap(each => numbers.get(JSON.stringify(each)) ?? []),
  };
}

/** An option's value and its names, separated by spaces; the value is empty for a switch. */
export const valueAndNames = (each: Switch): string =>
  takers([each])
    .map(({names, value}) => [value, ...names].join(' '))
    .join('');

/** The positional arguments, with "..." at the end if the last may be repeated. */
export const positions = ({args, more}: Stop): readonly Value[] => (more ? [...args, '...'] : args);
