/** An account is brought in line with files: everything that can be, once, and nothing that mails by itself. */
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {type Shell, startShell} from '../shell.js';

let shell: Shell;
let empty: Shell;
beforeEach(async () => {
  shell = await startShell();
  empty = await startShell({seed: {kind: 'empty'}});
});
afterEach(async () => {
  await shell.close();
  await empty.close();
});

/** The environment of another account. */
const of = ({sandbox}: Shell) => ({
  env: {EMK_BASE_URL: sandbox.baseUrl, EMK_PUBLIC_KEY: sandbox.publicKey, EMK_SECRET_KEY: sandbox.secretKey},
});

const changing = async ({sandbox}: Shell): Promise<readonly string[]> =>
  (await sandbox.requests()).filter(({method, path}) => method !== 'GET' || /set-live|pause/.test(path)).map(({method, path}) => `${method} ${path}`);

const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(shell.folder, folder), {recursive: true, withFileTypes: true})
      .filter(file => file.isFile() && file.name !== 'emk.lock.json')
      .map(file => [join(file.parentPath, file.name).slice(join(shell.folder, folder).length + 1), readFileSync(join(file.parentPath, file.name), 'utf8')]),
  );

const read = (path: string): string => readFileSync(join(shell.folder, path), 'utf8');
const edit = (path: string, change: (text: string) => string): void =>
  writeFileSync(join(shell.folder, path), change(read(path)));

describe('what was pulled from one account', () => {
  test('is made in another, whose files then are the same, and a second apply makes no changing request', async () => {
    await shell.emk('account pull a --contacts');
    const line = 'account apply a --contacts --sends --live --yes --allow-automations --force sender-verified';
    const first = await shell.emk(line, of(empty));
    expect(first).toMatchObject({code: 0});
    const before = await changing(empty);
    const second = await shell.emk(line, of(empty));
    expect(second).toMatchObject({code: 0});
    expect(second.stdout).toContain('No changes.');
    expect(await changing(empty)).toEqual(before);
    await shell.emk('account pull b --contacts', of(empty));
    const [one, other] = [filesIn('a'), filesIn('b')];
    for (const path of ['contact-types', 'fields', 'unsubscribe-groups', 'unsubscribers', 'senders', 'single-sends', 'notification-recipients'])
      expect(other[`${path}.yaml`]).toBe(one[`${path}.yaml`]);
    for (const path of Object.keys(one).filter(each => each.startsWith('contacts/'))) expect(other[path]).toBe(one[path]);
    console.log(first.stdout, first.stderr, before.length);
  });
});
