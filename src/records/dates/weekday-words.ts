import {weekdays} from './spoken-words.js';

const german = 'Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag'.split(' ');
const withoutLetters = (names: readonly string[], length: number): readonly string[] =>
  names.map(name => name.slice(0, length));

/** Weekdays as texts write them, in each way; two letters count only beside a date. */
const ways: ReadonlyArray<readonly string[]> = [
  weekdays,
  german,
  withoutLetters(weekdays, 3),
  withoutLetters(german, 2),
].flatMap(names => [names, names.map(name => name.toUpperCase())]);

/** The weekdays of both languages, for an expression: in full, and in full or short. */
export const WHOLE_WEEKDAY = `(?:${[...weekdays, ...german].join('|')})`;
export const WEEKDAY = `(?:${ways
  .flat()
  .sort((one, other) => other.length - one.length)
  .join('|')})`;

/** Writes the weekday of another day in the way of this one; undefined if it is not the weekday of its own day. */
export function weekdayMoved(word: string, {from, to}: {readonly from: Date; readonly to: Date}): string | undefined {
  return ways.find(names => names[from.getUTCDay()] === word)?.[to.getUTCDay()];
}
