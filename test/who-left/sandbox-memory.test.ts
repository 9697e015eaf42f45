/** The sandbox remembers erased people like any account, until it is reset. */
import {expect, test} from 'vitest';
import {temporaryFolder} from '../accounts/fake-host.js';
import {runAgainst} from '../run-against.js';

test('a reset of the sandbox forgets whom it erased', async () => {
  const cwd = temporaryFolder();
  const env = {EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: '', EMK_BASE_URL: ''};
  const emk = (line: string) => runAgainst('', line, {env, host: {cwd, home: cwd}});
  const rememberedDay = async () =>
    JSON.parse((await emk('--sandbox contacts dossier ann@example.com -o json')).stdout).remembered;
  expect(await rememberedDay()).toBe(null);
  expect((await emk('--sandbox contacts erase ann@example.com --yes')).code).toBe(0);
  expect(await rememberedDay()).toBe('2026-03-04');
  expect((await emk('sandbox reset --demo --dry-run')).code).toBe(0);
  expect(await rememberedDay()).toBe('2026-03-04');
  expect((await emk('sandbox reset --demo --yes')).code).toBe(0);
  expect(await rememberedDay()).toBe(null);
});
