/**
 * A pull that is killed at its moves: the next command finds the old files or the new ones, never a mix.
 * @module-tag long
 */

import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {cpSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {expect, test} from 'vitest';
import {oneIn} from '../sample.js';
import {useFreshShell} from '../use-shell.js';

const shell = useFreshShell({seed: {kind: 'empty'}});

const folder = (): string => join(shell().folder, 'a');

/** Every file of the folder with its text. */
const held = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder(), {recursive: true, encoding: 'utf8'})
      .filter(path => statSync(join(folder(), path)).isFile())
      .sort()
      .map(path => [path, readFileSync(join(folder(), path), 'utf8')]),
  );

const only = '--only lists --only fields --contacts';

/** Pulls with the built emk, and kills it before its nth move. Returns whether it was killed. */
async function pullKilledAt(move: number): Promise<boolean> {
  const preload = pathToFileURL(resolve('test/account-files/kill-at-rename.mjs')).href;
  const child = spawn(
    process.execPath,
    ['--import', preload, resolve('bin/emk.js'), 'account', 'pull', 'a', ...only.split(' ')],
    {
      cwd: shell().folder,
      stdio: 'ignore',
      env: {
        ...process.env,
        KILL_AT: String(move),
        EMK_BASE_URL: shell().sandbox.baseUrl,
        EMK_PUBLIC_KEY: shell().sandbox.publicKey,
        EMK_SECRET_KEY: shell().sandbox.secretKey,
        EMK_STATE_DIR: join(shell().folder, 'state'),
        EMK_CONFIG_DIR: join(shell().folder, 'config'),
      },
    },
  );
  const [, signal] = await once(child, 'close');
  return signal === 'SIGKILL';
}

test('the next command finds them all old or all new', async () => {
  await shell().emk('lists create Leads');
  await shell().emk('lists create Gone');
  expect(await shell().emk(`account pull a ${only}`)).toMatchObject({code: 0});
  const old = held();
  cpSync(folder(), join(shell().folder, 'old'), {recursive: true});
  await shell().emk('lists delete Gone --yes');
  await shell().emk('lists create News');
  await shell().emk('fields create size --kind text');
  expect(await shell().emk(`account pull a ${only}`)).toMatchObject({code: 0});
  const young = held();
  expect(Object.keys(young)).not.toEqual(Object.keys(old));
  const seen = new Set<string>();
  let killed = true;
  for (let move = 1; killed; move += oneIn(5)) {
    rmSync(folder(), {recursive: true, force: true});
    cpSync(join(shell().folder, 'old'), folder(), {recursive: true});
    killed = await pullKilledAt(move);
    expect((await shell().emk(`account plan a ${only}`, {host: {alive: () => false}})).code).toBe(0);
    const found = held();
    expect([old, young], `killed at move ${move}`).toContainEqual(found);
    seen.add(JSON.stringify(found));
  }
  expect(seen.size).toBe(2);
}, 120_000);
