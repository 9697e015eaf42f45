/** The tour: what it shows to somebody who watches, and to somebody who walks through it and back. */
import {stripVTControlCharacters} from 'node:util';
import {expect, test} from 'vitest';
import {route} from '../../src/cli/route.js';
import {stops, typedOut, wordsOf} from '../../src/sandbox/commands/tour-script.js';
import {atTerminal} from '../at-terminal.js';
import {useShell} from '../use-shell.js';

const shell = useShell();
const enter = '\r';
const esc = '\u001b';

/** Each step until this one, with Enter. */
const until = (last: number): ReadonlyArray<readonly [string, string]> =>
  stops.slice(0, last).map((_, at) => [`${at + 1} of ${stops.length}: `, enter]);

test('without a pause it plays every step: what emk is, each line, and what that shows, set apart', async () => {
  const {code, stdout, stderr} = await shell().emk('sandbox tour --fast');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^With emk you do email marketing from the terminal: /);
  expect(stdout.match(/^\d of \d: /gm)).toHaveLength(stops.length);
  expect(stdout.match(/^ {2}\$ emk /gm)).toHaveLength(stops.length);
  const column = stdout.split('\n').filter(line => /^\S/.test(line));
  expect(column.every(line => /^(With emk|and see|local copy|Log in|\d of \d: )/.test(line))).toBe(true);
});

test('its steps show what is said of them: a person who unsubscribed, a tag of another tool, a mail, and the reason', async () => {
  const {stdout} = await shell().emk('sandbox tour --fast');
  expect(stdout).toContain('7 sent · 7 verified in the list');
  expect(stdout).toMatch(/unsubscribed: gone@example\.org/);
  expect(stdout).toContain('+ Hello ((first_name)),');
  expect(stdout).toContain('we have opened a shop: see our plants.');
  expect(stdout).toContain('Subject: Hello Ada');
  expect(stdout).toMatch(/would not go to gone@example\.org: .* unsubscribed from all mail/);
  expect(stdout).not.toMatch(/This changes the account|error/);
});

test('at a terminal it waits before each step, and its waiting line goes with Enter', {tags: ['long']}, async () => {
  const {code, stdout} = await atTerminal(shell(), 'sandbox tour', ...until(stops.length));
  expect(code).toBe(0);
  expect(stdout).not.toContain('Enter to run it');
  expect(stdout.match(/\$ emk /g)).toHaveLength(stops.length);
  expect(stdout).toContain('That was the tour. Log in with "emk login"');
});

test('Esc goes back a step, whose line is not run a second time', {tags: ['long']}, async () => {
  const {code, stdout} = await atTerminal(
    shell(),
    'sandbox tour',
    ...until(1),
    ['2 of 7: ', esc],
    ...until(1),
    ['2 of 7: ', enter],
    ['3 of 7: ', '\u0003'],
  );
  expect(code).toBe(130);
  // A second import would find its people on the list.
  expect(stdout.match(/7 sent · 7 verified/g)).toHaveLength(2);
});

test('Esc at its first step leaves it', {tags: ['long']}, async () => {
  expect((await atTerminal(shell(), 'sandbox tour', ['1 of 7: ', esc])).code).toBe(0);
});

test('keeps nothing in the folders of whoever watches', {tags: ['long']}, async () => {
  const {code} = await shell().emk('sandbox tour --fast', {env: {EMK_STATE_DIR: '/no/such/place'}});
  expect(code).toBe(0);
});

test('the tour refuses a format that it cannot print', async () => {
  expect(await shell().emk('sandbox tour -o json')).toMatchObject({code: 2, stdout: ''});
});

test('its lines are commands that need no answer, and stay whole between words in any window', async () => {
  for (const {line} of stops) {
    expect((await route(wordsOf(line).slice(1)))?.target).toHaveProperty('run');
    for (const width of [42, 58, 78, 118]) {
      const rows = typedOut(line, width).split(' \\\n');
      expect(rows.map(row => row.trim()).join(' ')).toBe(`$ ${line}`);
      for (const row of rows) expect(stripVTControlCharacters(row).length).toBeLessThanOrEqual(width - 2);
    }
  }
});
