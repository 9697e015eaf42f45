/**
 * A file of tests in two parts. `npm test` plays `name.test.ts` quickly; `npm run test:long` plays the rest of it, because
 * a `name.long.test.ts` beside it imports it. Mutants are played by both parts at once.
 */
import {test as eitherTest, type TestAPI} from 'vitest';
import {oneIn, oneOf} from './one-in.js';

const part = process.env['EMK_TESTS'];
const isLong = part === 'long';

/** A test of every run. What a condition returns has its own conditions too, which its type does not say. */
export const test = eitherTest.skipIf(isLong) as TestAPI;

/** A test that is too long for every run. */
export const longTest = eitherTest.runIf(part !== 'everyday') as TestAPI;

/** For tables of which each part plays some rows. */
export {eitherTest};

/** This many rows of a table for every run, from all over it, and of the others every second for the long tests: all with EMK_EVERY_REQUEST. */
export const portion = <const T>(rows: readonly T[], everyday: number): readonly T[] => {
  if (part === 'both') return rows;
  const ofPart = rows.filter((_, at) => isEveryday(at, rows.length, everyday) !== isLong);
  return isLong ? oneOf(2, ofPart) : ofPart;
};

const isEveryday = (at: number, all: number, everyday: number): boolean =>
  Math.floor(((at + 1) * everyday) / all) > Math.floor((at * everyday) / all);

/** How often a random property is tried in the part that is played now; the long part a quarter as often, except with EMK_EVERY_REQUEST. */
export const eachPart = (everyday: number, long: number): number => (isLong ? Math.ceil(long / oneIn(4)) : everyday);

/** The rows whose turn it is: one of two, others for the next number; all with EMK_EVERY_REQUEST, and in `npm test`. */
export const everyOther = <const T>(rows: readonly T[], number: number): readonly T[] =>
  isLong ? rows.filter((_, at) => (at + number) % oneIn(2) === 0) : rows;
