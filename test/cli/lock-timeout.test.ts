/** Commands that meet another emk doing the same work: how long they wait, what they print, and how they end. */
import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {dirname, join} from 'node:path';
import {beforeAll, expect, test} from 'vitest';
import {startOf} from '../../src/system/process-start.js';
import {said} from '../said.js';
import {useShell} from '../use-shell.js';

const shell = useShell({seed: {kind: 'empty'}});
beforeAll(async () => {
  await shell().emk('account pull a');
  shell().write('seed.yaml', 'contact-types: [{name: QA}]\n');
});

/** Holds a lock for another process on this machine, until it is released. */
function held(name: string): {letGo(): void} {
  const path = join(shell().folder, name);
  mkdirSync(dirname(path), {recursive: true});
  const pid = process.ppid;
  writeFileSync(path, JSON.stringify({pid, start: startOf(pid), machine: hostname(), token: 'of another'}));
  return {letGo: () => rmSync(path)};
}

const busy = [
  ['config set retries 2', 'config/config.json.lock', 'the configuration'],
  ['account pull a', 'a/.emk-pull.lock', "the account's files in"],
  ['account apply a --yes', 'a/.emk-apply.lock', "the account's files in"],
  ['account destroy a --yes', 'a/.emk-apply.lock', "the account's files in"],
] as const;

test.each(busy)('%s waits a minute, says for whom, and ends with 11', async (line, lock, work) => {
  const {letGo} = held(lock);
  const {code, stdout, stderr} = await shell().emk(line);
  expect([code, stdout]).toEqual([11, '']);
  const holder = `Another emk (process ${process.ppid}) is working on ${work}`;
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(holder);
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain('emk waits for it, 1 minute at most.');
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(`error: ${holder}`);
  expect(stderr).toContain('--lock-timeout 10m');
  letGo();
});

test.each(busy)('%s does not wait where it must not', async (line, lock) => {
  const {letGo} = held(lock);
  const slept: number[] = [];
  const sleep = async (milliseconds: number) => void slept.push(milliseconds);
  const {code, stderr} = await shell().emk(`${line} --lock-timeout 0 -o json`, {host: {sleep}});
  const {error} = JSON.parse(stderr) as {error: object};
  expect([code, error]).toEqual([11, expect.objectContaining({code: 'locked', exit: 11, retry: 'safe'})]);
  expect(slept.length).toBeLessThan(4);
  letGo();
});

test('a wait that is long enough ends with the work done', async () => {
  const {letGo} = held('config/config.json.lock');
  let waited = 0;
  const sleep = async (milliseconds: number) => {
    waited += milliseconds;
    if (waited > 100_000) letGo();
    waited = waited > 100_000 ? Number.NEGATIVE_INFINITY : waited;
  };
  const env = {EMK_LOCK_TIMEOUT: '5m'};
  expect(await shell().emk('config set retries 2', {env, host: {sleep}})).toMatchObject(said(0, '5 minutes at most.'));
});
