import type {Stop, Switch, Value, Word} from './stops.js';

/** A destination, and every line that leads to it, by the other names of its last word too. */
export type Step = {readonly from: readonly string[]; readonly to: string};

/** Where the words of a stop lead. */
export const stepsFrom = ({path, words}: Stop): readonly Step[] =>
  words.map(({word, others, leadsTo}) => ({from: [word, ...others].map(name => `${path} ${name}`), to: leadsTo}));

/** The other names of words, each with what the word is about. */
export const otherNames = (words: readonly Word[]): ReadonlyArray<Pick<Word, 'word' | 'about'>> =>
  words.flatMap(({others, about}) => others.map(word => ({word, about})));

/** The options that take a value, under their long and short names. */
export const takers = (
  switches: readonly Switch[],
): ReadonlyArray<{readonly names: readonly string[]; readonly value: Value}> =>
  switches.flatMap(({long, short, value}) =>
    value === undefined ? [] : [{names: short ? [long, short] : [long], value}],
  );

/** What stands by position, "..." at the end when the last may be repeated. */
export const positions = ({args, more}: Stop): readonly Value[] => (more ? [...args, '...'] : args);
