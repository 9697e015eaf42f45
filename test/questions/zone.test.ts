/** The time zone of an account is asked for when a mailing needs it for the first time, and kept with the profile. */
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {atTerminal} from '../at-terminal.js';
import type {Shell} from '../shell.js';
import {useShell} from '../use-shell.js';

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
const question = 'Does your account page show times in UTC';

test('and what was answered holds from then on', {tags: ['long']}, async () => {
  const person = loggedIn();
  const first = await atTerminal(
    person,
    line,
    [question, 'n\r'],
    ['The time zone your account page shows', 'Bärlin\r'],
    ['"Bärlin" is not a time zone', '\u0015europe/berlin\r'],
    ['? Mail', 'n\r'],
  );
  expect([first.code, first.stderr]).toEqual([130, expect.stringContaining('"Bärlin" is not a time zone')]);
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

test('and Esc is a no to this machine’s zone, and leaves the question for another', async () => {
  const {code, stderr} = await atTerminal(
    loggedIn(),
    line,
    [question, '\u001b'],
    ['The time zone your account page shows', '\u001b'],
  );
  expect([code, stderr]).toEqual([130, expect.stringContaining('Cancelled.')]);
});

test('and whoever does not know it hears what else helps', async () => {
  const {code, stderr} = await atTerminal(
    loggedIn(),
    line,
    [question, 'n\r'],
    ['The time zone your account page shows', '?\r'],
  );
  expect([code, stderr]).toEqual([2, expect.stringContaining('emk config set timezone')]);
});
