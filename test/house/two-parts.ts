/** What every run skips is played by the long tests: each file in two parts, and no other, has its long file. */
import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';

const files = readdirSync('test', {recursive: true, encoding: 'utf8'})
  .map(path => path.replaceAll('\\', '/'))
  .filter(path => path.endsWith('.test.ts'));
const text = (path: string): string => readFileSync(`test/${path}`, 'utf8');

/** Files whose text has this, by their path without its end. */
const having = (end: string, pattern: (name: string) => RegExp): readonly string[] =>
  files
    .filter(path => path.endsWith(end))
    .map(path => path.slice(0, -end.length))
    .filter(path => pattern(path.slice(path.lastIndexOf('/') + 1)).test(text(path + end)));

test('what a run leaves out has a file among the long tests', () => {
  const inParts = having('.test.ts', () => /\/in-two-parts\.js'/);
  expect(inParts.length).toBeGreaterThan(20);
  expect(having('.long.test.ts', name => new RegExp(`^import '\\./${name}\\.test\\.js';$`, 'm'))).toEqual(inParts);
});
