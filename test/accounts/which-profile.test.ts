/** Which profile is current after a login, and which one a logout forgets. */
import {expect, test} from 'vitest';
import auth from '../../src/accounts/auth.js';
import type {Profile} from '../../src/accounts/config-file.js';
import {changeConfig, readConfig} from '../../src/accounts/store.js';
import type {Host} from '../../src/system/host.js';
import {answering, play} from './fake-context.js';
import {fakeHost} from './fake-host.js';

const profileOn = (name: string): Profile => ({
  baseUrl: `https://${name}.example/api`,
  publicKey: 'pk-old',
  secretKey: 'sk-old',
  guard: 'none',
});
const kept = (host: Host) => readConfig(host, () => {});

async function hostWith(names: readonly string[], current: string | undefined): Promise<Host> {
  const host = fakeHost({typed: 'sk-new-secret'});
  await changeConfig(host, now => ({...now, current, profiles: new Map(names.map(name => [name, profileOn(name)]))}));
  return host;
}

const login = (host: Host, name: string, more: object = {}) =>
  play(
    auth,
    'login',
    {name, public_key: 'pk-new', secret_key_stdin: true, ...more},
    {host, globals: {baseUrl: `https://${name}.example/api`}},
  );

test.each([
  ['the first profile', [], undefined, 'live', {}, 'live'],
  ['a new key of another profile', ['test', 'live'], 'test', 'live', {}, 'test'],
  ['a new key of the current profile', ['test', 'live'], 'live', 'live', {}, 'live'],
  ['a second profile', ['test'], 'test', 'live', {}, 'test'],
  ['a second profile, asked to switch', ['test'], 'test', 'live', {switch: true}, 'live'],
  ['a known profile, asked to switch', ['test', 'live'], 'test', 'live', {switch: true}, 'live'],
  ['a profile beside others of which none is current', ['test'], undefined, 'live', {}, undefined],
])('login of %s', async (_what, names, current, name, more, after) => {
  const host = await hostWith(names, current);
  const {result} = await login(host, name, more);
  const now = kept(host);
  expect([now.current, now.profiles.get(name)?.publicKey]).toEqual([after, 'pk-new']);
  const {sentence} = result as {sentence: string};
  if (after === name) expect(sentence).toContain(`The profile "${name}" is the current one.`);
  else {
    expect(sentence).toContain(
      after ? `The current profile is still "${after}" (${after}.example).` : 'No profile is current.',
    );
    expect(sentence).toContain(`emk switch ${name}`);
  }
});

test('logout in a script names the profile where there are several', async () => {
  const host = await hostWith(['test', 'live'], 'live');
  await expect(play(auth, 'logout', {}, {host})).rejects.toMatchObject({
    exit: 2,
    hint: expect.stringContaining('"test", "live"'),
  });
  expect(kept(host).profiles.size).toBe(2);
  await play(auth, 'logout', {}, {host, globals: {profile: 'test'}});
  expect([...kept(host).profiles.keys()]).toEqual(['live']);
});

test('logout at a terminal asks which of several, and forgets only the one that is chosen', async () => {
  const host = await hostWith(['test', 'live'], 'live');
  const ask = answering('test');
  await play(auth, 'logout', {}, {host, ask});
  expect(ask.questions).toEqual(['Log out of which profile?']);
  expect(kept(host)).toMatchObject({current: 'live'});
  expect([...kept(host).profiles.keys()]).toEqual(['live']);
});
