/** The figures of the last run of mutants are of files that exist, each mutant that nothing caught has its reason, and each reason its line. */
import {existsSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

test('the figures add up, and name no file that is gone', () => {
  const {played, caught, files, survivors} = JSON.parse(read('figures.json'));
  const rows: ReadonlyArray<readonly [string, {readonly played: number; readonly caught: number}]> =
    Object.entries(files);
  expect(rows.filter(([file]) => !existsSync(new URL(`../../src/${file}`, import.meta.url)))).toEqual([]);
  const sum = (count: 'played' | 'caught'): number => rows.reduce((all, [, row]) => all + row[count], 0);
  expect([sum('played'), sum('caught')]).toEqual([played, caught]);
  expect(Object.keys(survivors)).toHaveLength(played - caught);
  expect(Object.entries(survivors).filter(([, why]) => String(why).trim() === '')).toEqual([]);
});

test('each reason is about a line that is there', () => {
  const reasons: ReadonlyArray<{readonly file: string; readonly line: string}> = JSON.parse(read('reasons.json'));
  expect(reasons.filter(({file, line}) => !read(`../../src/${file}`).includes(line))).toEqual([]);
});
