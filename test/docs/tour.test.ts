/** The tour: what it shows to a pipe, and to somebody who runs line after line. */
import {spawnSync} from 'node:child_process';
import {PassThrough} from 'node:stream';
import {text} from 'node:stream/consumers';
import {expect, test} from 'vitest';
import {atTerminal} from '../support/at-terminal.js';
import {useShell} from '../support/use-shell.js';

const shell = useShell();
const enter = '\r';

test('in a pipe it plays every step: what emk is, each line, and what that shows', async () => {
  const {code, stdout, stderr} = await shell().emk('sandbox tour');
  expect([code, code && stderr.slice(-300)]).toEqual([0, 0]);
  expect(stdout).toMatch(/^With emk you do email marketing from the terminal: /);
  expect(stdout.match(/^\d of 7: /gm)).toHaveLength(7);
  expect(stdout.match(/^\$ emk /gm)).toHaveLength(7);
  const all = stdout + stderr;
  expect(all).toContain('7 added, all verified');
  expect(all).toMatch(/unsubscribed: gone@example\.org/);
  expect(all).toContain('+ Hello ((first_name)),');
  expect(all).toContain('we have opened a shop: see our plants.');
  expect(all).toContain('Subject: Hello Ada');
  expect(all).toMatch(/would not go to gone@example\.org.* .*unsubscribed from all mail/);
  expect(all).not.toMatch(/This changes the account|error/);
});

test('ends well where its reader has seen enough', {tags: ['long']}, () => {
  const line = '{ "$0" bin/emk.js sandbox tour; echo "ended with $?" >&2; } | head -1';
  const env = {PATH: process.env['PATH'], HOME: shell().folder};
  const {stdout, stderr} = spawnSync('sh', ['-c', line, process.execPath], {encoding: 'utf8', env});
  expect(stdout).toMatch(/^With emk .*\n$/);
  expect(stderr).toContain('ended with 0');
  expect(stderr).not.toContain('EPIPE');
});

test('at a terminal each line waits for Enter', {tags: ['long']}, async () => {
  const {code, stdout} = await atTerminal(
    shell(),
    'sandbox tour',
    ...Array.from({length: 7}, () => ['? Run it?', enter] as const),
  );
  expect(code).toBe(0);
  expect(stdout.match(/\$ emk /g)).toHaveLength(7);
  expect(stdout).toContain('That was the tour. Log in with "emk login"');
});

test('a narrow window breaks no word of what it tells', async () => {
  const stdout = Object.assign(new PassThrough(), {isTTY: true, columns: 60});
  const {code} = await shell().emk('sandbox tour --no-input', {host: {stdout}});
  expect(code).toBe(0);
  const lines = (await text(stdout.end())).split('\n');
  expect(lines).toContain('With emk you do email marketing from the terminal: import');
  expect(lines).toContain('leads.csv has 8 people. emk checks each row, asks before it');
});

test('a no leaves it, and Ctrl-C too', {tags: ['long']}, async () => {
  expect((await atTerminal(shell(), 'sandbox tour', ['? Run it?', 'n\r'])).code).toBe(0);
  expect((await atTerminal(shell(), 'sandbox tour', ['? Run it?', '\u0003'])).code).toBe(130);
});

test('keeps nothing in the folders of whoever watches', {tags: ['long']}, async () => {
  const {code} = await shell().emk('sandbox tour --no-input', {env: {EMK_STATE_DIR: '/no/such/place'}});
  expect(code).toBe(0);
});

test('the tour refuses a format that it cannot print', async () => {
  expect(await shell().emk('sandbox tour -o json')).toMatchObject({code: 2, stdout: ''});
});
