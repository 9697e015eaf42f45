/** What a checkout and the README need for everybody, whatever their system does to line ends and names. */
import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';

const textOf = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

test('files that are compared byte by byte are checked out as they were written', () => {
  expect(textOf('.gitattributes')).toMatch(/^\* text=auto eol=lf$/m);
  for (const folder of ['completions', 'test/transcripts']) {
    const names = readdirSync(new URL(`../${folder}/`, import.meta.url));
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter(name => textOf(`${folder}/${name}`).includes('\r\n'))).toEqual([]);
  }
});

test('the README never lets npx fetch the package of a stranger', () => {
  const readme = textOf('README.md');
  expect(readme).toContain('npx emk-cli');
  const named = readme.split('\n').filter(line => /npx emk(?!-cli)/.test(line));
  expect(named.filter(line => !/npm install|would fetch/.test(line))).toEqual([]);
});
