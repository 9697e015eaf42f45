import {expect, test} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {overview} from '../../src/help/page.js';
import {fakeHost} from '../support/fake-host.js';
import {useShell} from '../support/use-shell.js';

const shell = useShell();
const atTerminal = (line: string, env: Record<string, string> = {}) => {
  const {stdin, stdout, stderr} = fakeHost({terminal: true, home: shell().folder});
  let shown = '';
  stdout.on('data', chunk => {
    shown += String(chunk);
  });
  return shell()
    .emk(line, {host: {stdin, stdout, stderr}, env})
    .then(({code}) => ({code, shown}));
};

test('emk alone says the account, its next mailing and three commands', async () => {
  const {code, shown} = await atTerminal('');
  expect(code).toBe(0);
  expect(shown).toMatch(/^127\.0\.0\.1:\d+\r?\nNext mailing: "Autumn preview", /);
  expect(shown.match(/^ {2}emk .*/gm)).toHaveLength(3);
});

test('who is not logged in sees the ways in', async () => {
  const {code, shown} = await atTerminal('', {EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: '', EMK_BASE_URL: ''});
  expect([code, shown]).toEqual([0, expect.stringContaining('emk login')]);
});

test('in a pipe it prints the overview', async () => {
  expect((await shell().emk('')).stdout).toBe(overview(tree));
});

test('a service that is down keeps nobody from the commands', async () => {
  shell().sandbox.misbehave('GET *=500');
  const {code, shown} = await atTerminal('');
  expect(code).toBe(0);
  expect(shown).toContain('emk cannot read the account now: ');
  expect(shown.match(/^ {2}emk .*/gm)).toHaveLength(3);
});
