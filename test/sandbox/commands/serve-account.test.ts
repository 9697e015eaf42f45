/** A sandbox that starts from the files of an account, as a pull wrote them. */
import {existsSync, mkdirSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {NOON, type Shell} from '../../shell.js';
import {useShell} from '../../use-shell.js';

const shell = useShell({seed: {kind: 'demo'}});

/** Serves while `use` runs emk in it, and returns how the serving ended. */
async function served(
  words: readonly string[],
  use: (emk: (line: string) => ReturnType<Shell['emk']>) => Promise<void>,
): ReturnType<Shell['emk']> {
  const interruption = new AbortController();
  const ready = join(shell().folder, 'ready.json');
  const line = ['sandbox', 'serve', '--clock', `step@${NOON}`, '--ready-file', ready, '-o', 'json', ...words];
  const ended = shell().emk(line, {host: {interrupted: interruption.signal}});
  await Promise.race([expect.poll(() => existsSync(ready), {interval: 5, timeout: 20_000}).toBe(true), ended]);
  if (existsSync(ready)) {
    const {baseUrl, publicKey, secretKey} = JSON.parse(readFileSync(ready, 'utf8'));
    const env = {EMK_BASE_URL: baseUrl, EMK_PUBLIC_KEY: publicKey, EMK_SECRET_KEY: secretKey};
    await use(inner => shell().emk(inner, {env})).finally(() => interruption.abort('SIGTERM'));
  }
  return ended;
}

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, {recursive: true, encoding: 'utf8'}).sort();

test('what was pulled is there again: templates, segments, verified senders and live automations too', {
  tags: ['long'],
}, async () => {
  const {emk, folder} = shell();
  expect(await emk('account pull pulled --contacts')).toMatchObject({code: 0});
  const before = filesBelow(join(folder, 'pulled'));
  const people = Number((await emk('contacts list --count')).stdout);
  const asked = (await shell().sandbox.requests()).length;
  const {stderr} = await served(['--account', 'pulled'], async there => {
    const differing = JSON.parse((await there('account plan pulled --contacts -o json')).stdout);
    expect(differing.changes).toEqual([]);
    expect((await there('senders list --where verified=no -o id')).stdout).toBe('');
    expect((await there('automations list --where status=live --count')).stdout).toBe('1\n');
    // One of them has no address, and an import takes nobody without one.
    expect(Number((await there('contacts list --count')).stdout)).toBe(people - 1);
    expect(JSON.parse((await there('sandbox mail -o json')).stdout)).toEqual([]);
    expect(JSON.parse((await there('sandbox log -o json')).stdout).length).toBeLessThan(30);
  });
  expect(stderr).not.toContain('segment');
  // The account that the environment names is another one.
  expect((await shell().sandbox.requests()).length).toBe(asked);
  expect(filesBelow(join(folder, 'pulled'))).toEqual(before);
});

test('a mistake in the files ends it with its line, and nothing is served', {tags: ['long']}, async () => {
  const {write, folder} = shell();
  mkdirSync(join(folder, 'wrong'));
  write('wrong/contact-types.yaml', 'lists:\n  - nmae: Leads\n');
  const ran = await served(['--account', 'wrong'], async () => expect.unreachable());
  expect(ran).toMatchObject({code: 2, stdout: '', stderr: expect.stringContaining('lists.yaml')});
  expect(await served(['--account', 'nowhere'], async () => undefined)).toMatchObject({code: 2});
  expect(await served(['--account', 'wrong', '--db', 'x.db'], async () => undefined)).toMatchObject({code: 2});
});
