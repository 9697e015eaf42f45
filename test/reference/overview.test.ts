import {expect, test} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {overview} from '../../src/reference/overview.js';
import {topics} from '../../src/reference/topics.js';
import {expectGolden} from './golden.js';

test('is as it was approved', () => {
  expectGolden('overview.txt', overview(tree));
});

test('fits 80 columns', () => {
  expect(
    overview(tree)
      .split('\n')
      .filter(line => line.length > 80),
  ).toEqual([]);
});

test('names every command once, with its summary unless it is for programs', () => {
  const lines = overview(tree).split('\n');
  const [, listed = ''] = /^For scripts and programs: (.*)\.$/m.exec(overview(tree)) ?? [];
  const forPrograms = listed.split(', ');
  for (const [name, {summary}] of Object.entries(tree)) {
    if (forPrograms.includes(name)) continue;
    expect(
      lines.filter(line => line.startsWith(`  ${name}  `)),
      name,
    ).toEqual([expect.stringContaining(summary)]);
  }
  const named = lines.flatMap(line => /^ {2}(?:[a-z]+ \()?([a-z][a-z-]*)\)? {2,}\S/.exec(line)?.[1] ?? []);
  expect([...named, ...forPrograms].sort()).toEqual(Object.keys(tree).sort());
});

test('names every topic', () => {
  for (const {name} of topics()) expect(overview(tree)).toContain(name);
});
