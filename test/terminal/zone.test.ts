/** The time zone of an account is asked for when a mailing needs it for the first time, and kept with the profile. */
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {atTerminal} from '../support/at-terminal.js';
import type {Shell} from '../support/shell.js';
import {useShell} from '../support/use-shell.js';

const shell = useShell();
const config = (): string => join(shell().folder, 'config', 'config.json');

/** A person whose profile says no time zone, as after a login. */
function loggedIn(): Shell {
  const {sandbox, folder} = shell();
  const {baseUrl, publicKey, secretKey} = sandbox;
  const profiles = {shop: {baseUrl, publicKey, secretKey, guard: 'none'}};
  mkdirSync(join(folder, 'config'), {recursive: true});
  writeFileSync(config(), JSON.stringify({version: 1, current: 'shop', profiles, settings: {}}));
  const env = {EMK_BASE_URL: '', EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: ''};
  return {...shell(), emk: (line, given) => shell().emk(line, {...given, env})};
}

const line = ['mailings', 'reschedule', 'Autumn preview', '--at', 'tomorrow 9am'];
const question = 'The time zone your account page shows';

test('and what was answered holds from then on', {tags: ['long']}, async () => {
  const person = loggedIn();
  const first = await atTerminal(
    person,
    line,
    [question, '\u0015Bärlin\r'],
    ['"Bärlin" is no time zone', '\u0015Europe/Berlin\r'],
    ['? Mail', 'n\r'],
  );
  expect([first.code, first.stderr]).toEqual([130, expect.stringContaining('UTC')]);
  expect(JSON.parse(readFileSync(config(), 'utf8')).profiles.shop.timezone).toBe('Europe/Berlin');
  const second = await atTerminal(person, line, ['? Mail', 'n\r']);
  expect([second.code, second.stderr]).toEqual([130, expect.not.stringContaining(question)]);
});

test('a sandbox has one', {tags: ['long']}, async () => {
  const {code, stderr} = await atTerminal(
    shell(),
    ['--sandbox', 'mailings', 'reschedule', 'Autumn preview', '--at', 'tomorrow 9am'],
    ['? Mail', 'n\r'],
  );
  expect([code, stderr]).toEqual([130, expect.stringContaining('09:00')]);
});

test('and Esc leaves', async () => {
  const {code, stderr} = await atTerminal(loggedIn(), line, [question, '\u001b']);
  expect([code, stderr]).toEqual([130, expect.stringContaining('Cancelled.')]);
});
