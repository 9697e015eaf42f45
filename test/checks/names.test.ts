/** `--force` knows the name of every finding, and no other names. */
import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {bodyCheckNames, emailCheckNames, mailingCheckNames} from '../../src/checks/names.js';

test('the names of what the linter finds are those that can be overruled', () => {
  const files = readdirSync('src/html').map(file => readFileSync(`src/html/${file}`, 'utf8'));
  const found = files.flatMap(text =>
    [...text.matchAll(/(?:check: |\b(?:error|warning)\(\s*)'([a-z-]+)'/g)].map(([, name]) => name),
  );
  expect([...new Set(found)].sort()).toEqual([...bodyCheckNames]);
});

test('no name is used twice', () => {
  const names = [...emailCheckNames, ...mailingCheckNames, ...bodyCheckNames];
  expect(new Set(names).size).toBe(names.length);
});
