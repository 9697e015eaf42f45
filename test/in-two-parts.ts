/**
 * A file of tests in two parts. `npm test` plays `name.test.ts` quickly; `npm run test:long` plays the rest of it, because
 * a `name.long.test.ts` beside it imports it.
 */
import {test as eitherTest, type TestAPI} from 'vitest';

const isLong = process.env['EMK_TESTS'] === 'long';

/** A test of every run. What a condition returns has its own conditions too, which its type does not say. */
export const test = eitherTest.skipIf(isLong) as TestAPI;

/** A test that is too long for every run. */
export const longTest = eitherTest.runIf(isLong) as TestAPI;

/** For tables of which each part plays some rows. */
export {eitherTest};

/** This many rows of a table for every run, from all over it, and the others for the long tests. */
export const portion = <const T>(rows: readonly T[], everyday: number): readonly T[] =>
  rows.filter((_, at) => isEveryday(at, rows.length, everyday) !== isLong);

const isEveryday = (at: number, all: number, everyday: number): boolean =>
  Math.floor(((at + 1) * everyday) / all) > Math.floor((at * everyday) / all);

/** How often a random property is tried in the part that is played now. */
export const eachPart = (everyday: number, long: number): number => (isLong ? long : everyday);
