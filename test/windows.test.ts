/** What a run does on Windows, played with a host that is Windows. The guide "What was tried where" says what ran there. */

import {readdirSync, readFileSync, utimesSync, writeFileSync} from 'node:fs';
import promises, {rename} from 'node:fs/promises';
import {syncBuiltinESMExports} from 'node:module';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import {emptyConfig} from '../src/accounts/config-file.js';
import type {Context} from '../src/commands/command.js';
import {lookAtKeys} from '../src/doctor/profiles.js';
import {uriOf} from '../src/sandbox/account/database-uri.js';
import {closeByList, closingLine, othersOnList} from '../src/system/access-list.js';
import {tellingFileTrouble} from '../src/system/file-trouble.js';
import {takeLock} from '../src/system/lock.js';
import {writeWhole} from '../src/system/whole-file.js';
import {fakeHost, temporaryFolder} from './accounts/fake-host.js';
import {quietGlobals} from './quiet-globals.js';

test('the account of a sandbox is found behind a drive letter', () => {
  const path = 'C:\\Users\\Ann Lee\\50% #1?\\account.db';
  expect(uriOf(path)).toBe('file:C:%5CUsers%5CAnn%20Lee%5C50%25%20%231%3F%5Caccount.db?nolock=1');
  expect(decodeURIComponent(uriOf(path).slice('file:'.length, -'?nolock=1'.length))).toBe(path);
});

describe('a file with keys', () => {
  const path = 'C:\\Users\\jürgen\\AppData\\Roaming\\emk\\config.json';
  const env = {USERDOMAIN: 'PC', USERNAME: 'jürgen'};
  /** Windows, with what icacls prints. */
  const windows = (printed: string | undefined, asked: string[] = []) => ({
    platform: 'win32',
    env,
    outputOf: async (program: string, words: readonly string[]) => {
      asked.push([program, ...words].join(' '));
      return printed;
    },
  });
  const done = 'Successfully processed 1 files; Failed processing 0 files\r\n';

  test('is closed to everybody else, or emk knows that it is not', async () => {
    const asked: string[] = [];
    expect(await closeByList(windows(done, asked), path)).toBe(true);
    expect(asked).toEqual([`C:\\Windows\\System32\\icacls.exe ${path} /inheritance:r /grant:r PC\\jürgen:F`]);
    expect(await closeByList(windows(undefined), path)).toBe(false);
    expect(closingLine({env}, 'C:\\my keys')).toBe(`icacls 'C:\\my keys' /inheritance:r /grant:r 'PC\\jürgen:F'`);
  });

  test.each([
    ['its owner alone, in the letters of the console', `${path} PC\\j\ufffdrgen:(F)\r\n\r\n${done}`, []],
    [
      'what a folder hands down',
      `${path} NT AUTHORITY\\SYSTEM:(I)(F)\r\n   BUILTIN\\Users:(I)(RX)\r\n   PC\\J\ufffdrgen:(I)(F)\r\n\r\n${done}`,
      ['NT AUTHORITY\\SYSTEM', 'BUILTIN\\Users'],
    ],
    ['no answer', undefined, undefined],
    ['an answer without names', done, undefined],
  ])('may be opened by: %s', async (_what, printed, others) => {
    expect(await othersOnList(windows(printed), path)).toEqual(others);
  });

  test.each([
    [undefined, [{state: 'note', says: expect.stringMatching(/emk cannot tell who else may open it/)}]],
    [
      'BUILTIN\\Users:(I)(RX)',
      [{state: 'wrong', says: expect.stringMatching(/others may open it: BUILTIN\\Users\.$/)}],
    ],
    ['PC\\jürgen:(F)', []],
  ])('is looked at by emk doctor: icacls says %s', async (printed, expected) => {
    const file = join(temporaryFolder(), 'key');
    writeFileSync(file, 'sk');
    const keys = {EMK_BASE_URL: 'https://a.example/api', EMK_PUBLIC_KEY: 'pk', EMK_SECRET_KEY_FILE: file};
    const host = fakeHost({...windows(printed), env: {...env, ...keys}});
    const {looks} = await lookAtKeys({host, globals: quietGlobals} as Context, emptyConfig);
    expect(looks.filter(({check}) => check === 'key file')).toMatchObject(expected);
  });
});

test.each([
  ['2026-03-04T12:00:00.1234567Z\r\n', true],
  ['2026-03-04T11:59:59.0000000Z\r\n', false],
  [undefined, false],
])('a lock whose process began at %s is left over: %s', async (began, isLeftOver) => {
  const path = join(temporaryFolder(), 'x.lock');
  writeFileSync(path, JSON.stringify({version: 1, pid: 12, start: '', machine: hostname(), token: 'of another'}));
  utimesSync(path, new Date('2026-03-04T12:00:00Z'), new Date('2026-03-04T12:00:00Z'));
  const host = fakeHost({platform: 'win32', alive: () => true, outputOf: async () => began, sleep: async () => {}});
  const taken = takeLock(host, path, 'this');
  if (isLeftOver) (await taken)();
  else await expect(taken).rejects.toMatchObject({code: 'locked'});
});

describe('a file that another program has open', () => {
  const replace = rename;
  /** Writes over `leads.csv`, whose replacement fails a number of times as on Windows. */
  async function overwrite(failures: number) {
    const folder = temporaryFolder();
    const path = join(folder, 'leads.csv');
    writeFileSync(path, 'old');
    put(async (from, to) => {
      if (failures-- <= 0) return replace(from, to);
      throw Object.assign(new Error('EPERM'), {code: 'EPERM', syscall: 'rename', path: from, dest: to});
    });
    onTestFinished(() => put(replace));
    const written = tellingFileTrouble(() => writeWhole(path, ['new']));
    return {written, path, folder};
  }
  const put = (instead: typeof rename): void => {
    Object.assign(promises, {rename: instead});
    syncBuiltinESMExports();
  };

  test('for a moment is replaced', async () => {
    const {written, path} = await overwrite(2);
    await written;
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  test('for longer stays as it was, and the error says what to close', async () => {
    const {written, path, folder} = await overwrite(9);
    await expect(written).rejects.toMatchObject({
      message: expect.stringContaining(`emk cannot replace ${path}: another program has it open`),
    });
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['leads.csv']);
  });
});
