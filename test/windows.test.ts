/** What a run does on Windows, played with a host that is Windows. The guide "What was tried where" says what ran there. */

import {existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync} from 'node:fs';
import promises, {rename} from 'node:fs/promises';
import {syncBuiltinESMExports} from 'node:module';
import {hostname} from 'node:os';
import {basename, join, win32} from 'node:path';
import {describe, expect, onTestFinished} from 'vitest';
import {emptyConfig} from '../src/accounts/config-file.js';
import type {Context} from '../src/commands/command.js';
import {assertUnchanged, readFileHead, sourceFile} from '../src/csv/bytes/source-file.js';
import {lookAtKeys} from '../src/doctor/profiles.js';
import {powershellProfiles} from '../src/reference/completion/powershell-profiles.js';
import {uriOf} from '../src/sandbox/account/database-uri.js';
import {closeByList, closingLine, othersOnList} from '../src/system/access-list.js';
import {editFile} from '../src/system/edit-file.js';
import {tellingFileTrouble} from '../src/system/file-trouble.js';
import {bytesInside} from '../src/system/inside-folder.js';
import {prepareLock, takeLock} from '../src/system/lock.js';
import {writeWhole} from '../src/system/whole-file.js';
import {writeWholeFolder} from '../src/system/whole-folder.js';
import {findProgram} from '../src/system/windows-program.js';
import {fakeHost, temporaryFolder} from './accounts/fake-host.js';
import {longTest, test} from './in-two-parts.js';
import {quietGlobals} from './quiet-globals.js';
import {realFs, replaceInFs} from './replace-in-fs.js';
import {runAgainst} from './run-against.js';

test('the account of a sandbox is found behind a drive letter', () => {
  const path = 'C:\\Users\\Ann Lee\\50% #1?\\account.db';
  expect(uriOf(path)).toBe('file:C:%5CUsers%5CAnn%20Lee%5C50%25%20%231%3F%5Caccount.db?nolock=1');
  expect(decodeURIComponent(uriOf(path).slice('file:'.length, -'?nolock=1'.length))).toBe(path);
});

describe('a file with keys', () => {
  const path = 'C:\\Users\\jürgen\\AppData\\Roaming\\emk\\config.json';
  const env = {USERDOMAIN: 'PC', USERNAME: 'jürgen'};
  const id = 'S-1-5-21-1004336348-1177238915-682003330-1001';
  const self = `"pc\\j\ufffdrgen","${id}"\r\n`;
  /** Windows, with what icacls and whoami print. */
  const windows = (printed: string | undefined, who: string | undefined = self, asked: string[] = []) => ({
    platform: 'win32',
    env,
    outputOf: async (program: string, words: readonly string[]) => {
      if (program.endsWith('whoami.exe')) return who;
      asked.push([program, ...words].join(' '));
      return printed;
    },
  });
  const done = 'Successfully processed 1 files; Failed processing 0 files\r\n';

  test.each([
    ['the person', self, `*${id}`],
    ['a service', '"nt authority\\system","S-1-5-18"\r\n', '*S-1-5-18'],
    ['somebody of whom Windows does not tell the number', '', 'PC\\jürgen'],
  ])('is closed to everybody but %s, or emk knows that it is not', async (_who, who, name) => {
    const asked: string[] = [];
    expect(await closeByList(windows(done, who, asked), path)).toBe(true);
    expect(asked).toEqual([`C:\\Windows\\System32\\icacls.exe ${path} /inheritance:r /grant:r ${name}:F`]);
    expect(await closeByList(windows(undefined, who), path)).toBe(false);
    expect(await closingLine(windows(done, who), 'C:\\my keys')).toBe(
      `icacls 'C:\\my keys' /inheritance:r /grant:r '${name}:F'`,
    );
  });

  test('of a service may be opened by that service', async () => {
    const service = '"nt authority\\system","S-1-5-18"\r\n';
    expect(await othersOnList(windows(`${path} NT AUTHORITY\\SYSTEM:(F)\r\n`, service), path)).toEqual([]);
    expect(await othersOnList(windows(`${path} S-1-5-18:(F)\r\n`, service), path)).toEqual([]);
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

/** Lets each removal or move fail as on Windows, where another program holds the file for so many tries. */
function held(tries: number): () => void {
  let left = tries;
  return () => {
    if (left-- > 0) throw Object.assign(new Error('EPERM'), {code: 'EPERM'});
  };
}

describe('a file that another program has open', () => {
  const replace = rename;
  const put = (instead: typeof rename): void => {
    Object.assign(promises, {rename: instead});
    syncBuiltinESMExports();
  };
  /** Moves nothing of which `isHeld` says that another program has it open. */
  function moving(isHeld: (from: string) => boolean): void {
    put(async (from, to) => {
      if (!isHeld(String(from))) return replace(from, to);
      throw Object.assign(new Error('EPERM'), {code: 'EPERM', syscall: 'rename', path: from, dest: to});
    });
    onTestFinished(() => put(replace));
  }

  /** Writes over `leads.csv`, whose replacement fails a number of times. */
  async function overwrite(failures: number) {
    const folder = temporaryFolder();
    const path = join(folder, 'leads.csv');
    writeFileSync(path, 'old');
    moving(() => failures-- > 0);
    const written = tellingFileTrouble(() => writeWhole(path, ['new']));
    return {written, path, folder};
  }

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

  /** Writes over a folder `copy`. */
  async function overwriteFolder(isHeld: (name: string) => boolean) {
    const folder = temporaryFolder();
    const path = join(folder, 'copy');
    mkdirSync(path);
    writeFileSync(join(path, 'old.csv'), 'old');
    moving(from => isHeld(basename(from)));
    const place = {name: 'copy', path, mayReplace: async () => true};
    const written = tellingFileTrouble(() =>
      writeWholeFolder(fakeHost(), place, async draft => writeFileSync(join(draft, 'new.csv'), 'new')),
    );
    return {written, path, folder};
  }

  test('for a moment may be in a folder that is replaced', async () => {
    const tries: string[] = [];
    const {written, path, folder} = await overwriteFolder(
      name => tries.push(name) > 0 && tries.filter(each => each === name).length < 3,
    );
    await written;
    expect([readdirSync(path), readdirSync(folder)]).toEqual([['new.csv'], ['copy']]);
  });

  test.each(['copy', '.copy.emk-draft'])('for longer (%s) leaves the folder as it was', async name => {
    const {written, path, folder} = await overwriteFolder(each => each === name);
    await expect(written).rejects.toMatchObject({
      message: expect.stringContaining(`emk cannot replace ${path}: another program has it open`),
    });
    expect([readdirSync(path), readdirSync(folder)]).toEqual([['old.csv'], ['copy']]);
  });

  test('for a moment may be a lock, which is released anyway', async () => {
    const folder = temporaryFolder();
    const release = await takeLock(fakeHost(), join(folder, 'x.lock'), 'this');
    const fail = held(3);
    replaceInFs('unlinkSync', path => {
      fail();
      realFs.unlinkSync(path);
    });
    release();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('for longer may be a lock: the work is done all the same, and the lock is free for the same run', async () => {
    const path = join(temporaryFolder(), 'x.lock');
    const waiting = {longest: 0, says() {}, work: 'this', step: () => 1, pause: async () => {}};
    const lock = prepareLock(path, fakeHost(), waiting);
    await lock.acquire();
    replaceInFs('unlinkSync', held(Number.POSITIVE_INFINITY));
    lock.release();
    expect(existsSync(path)).toBe(true);
    await lock.acquire();
    replaceInFs('unlinkSync', realFs.unlinkSync);
    lock.release();
    expect(existsSync(path)).toBe(false);
  });
});

describe('the number of a file', () => {
  // Two numbers that are one number as a double.
  const [one, other] = [2n ** 53n, 2n ** 53n + 1n];

  test('tells a lock of this run from one that another run has put there', async () => {
    const path = join(temporaryFolder(), 'x.lock');
    const lock = await takeLock(fakeHost(), path, 'this');
    realFs.writeFileSync(path, 'of another run');
    const stat = ((file: string, options?: {bigint?: boolean}) => {
      const ino = file === path ? other : one;
      return {ino: options?.bigint ? ino : Number(ino)};
    }) as typeof realFs.statSync;
    replaceInFs('statSync', stat as never);
    lock();
    expect(readFileSync(path, 'utf8')).toBe('of another run');
  });

  type Asked = {readonly bigint?: boolean} | undefined;

  /** Gives files these numbers, as often as they are asked for by their path or as an opened file; the last stays. */
  async function numbered(byPath: bigint, ...opened: readonly bigint[]): Promise<void> {
    const {lstatSync} = realFs;
    const handle = await promises.open(process.execPath);
    const prototype = Object.getPrototypeOf(handle);
    const {stat} = prototype;
    await handle.close();
    const as = (stats: {ino: bigint | number}, ino: bigint, asked: Asked) =>
      Object.assign(stats, {ino: asked?.bigint ? ino : Number(ino)});
    const left = [...opened];
    prototype.stat = async function (asked: Asked) {
      return as(await stat.call(this, asked), (left.length > 1 ? left.shift() : left[0]) ?? 0n, asked);
    };
    const byName = (path: string, asked: Asked) => as(lstatSync(path, asked as never) as never, byPath, asked);
    replaceInFs('lstatSync', byName as never);
    onTestFinished(() => {
      prototype.stat = stat;
    });
  }

  test('tells a file that was put in the place of the one that emk has opened', async () => {
    const folder = temporaryFolder();
    realFs.writeFileSync(join(folder, 'x.csv'), 'email\n');
    await numbered(one, one);
    expect(String(await bytesInside(folder, 'x.csv'))).toBe('email\n');
    await numbered(one, other);
    await expect(bytesInside(folder, 'x.csv')).rejects.toThrow('x.csv was replaced while emk opened it.');
  });

  test('tells a file that is as long and as old as the one that was read', async () => {
    const path = join(temporaryFolder(), 'x.csv');
    realFs.writeFileSync(path, 'email\n');
    const file = sourceFile(path, undefined);
    await numbered(one, one, other);
    const seen = await readFileHead(file);
    await expect(assertUnchanged(file, seen)).rejects.toThrow('x.csv changed while it was being read.');
  });
});

describe('a program', () => {
  /** A folder of programs of Windows, which this machine would find with its own slashes. */
  const files = (...names: readonly string[]) => {
    const there = new Set(names);
    return (path: string) => there.has(path.replace(/\.\w+$/, ending => ending.toLowerCase()));
  };
  const host = {cwd: 'C:\\work', env: {Path: '"C:\\my tools";C:\\bin', SYSTEMROOT: 'D:\\Windows'}};

  test.each([
    ['less', 'C:\\bin\\less.EXE'],
    ['tool.exe', 'C:\\my tools\\tool.exe'],
    ['evil', undefined],
    ['.\\evil', 'C:\\work\\evil.EXE'],
    ['', undefined],
  ])('named %j is looked for on the path, and never in the current folder', (name, path) => {
    const isThere = files('C:\\bin\\less.exe', 'C:\\my tools\\tool.exe', 'C:\\work\\evil.exe', 'C:\\bin\\.exe');
    expect(findProgram(host, name, isThere)).toBe(path);
  });
});

longTest('an editor gets a path as it is, though the command prompt would fill in %NAMES%', async () => {
  const folder = temporaryFolder();
  const script = join(folder, 'editor.cjs');
  writeFileSync(script, "require('fs').writeFileSync(__dirname + '/seen', process.env.EDITED_FILE + process.argv[2])");
  const editor = `"${process.execPath}" "${script}"`;
  expect(await editFile({platform: 'win32', env: process.env}, editor, 'C:\\100%TEMP%\\a & b.csv')).toBe(0);
  expect(readFileSync(join(folder, 'seen'), 'utf8')).toBe('C:\\100%TEMP%\\a & b.csv%EDITED_FILE%');
});

describe('the profiles of PowerShell', () => {
  const seven = 'C:\\Users\\jürgen\\OneDrive\\Dokumente\\PowerShell\\Microsoft.PowerShell_profile.ps1';
  const five = seven.replace('\\PowerShell\\', '\\WindowsPowerShell\\');
  const inNumbers = (path: string) => `${[...path].map(letter => letter.charCodeAt(0)).join(' ')}\r\n`;
  const windows = (answers: Readonly<Record<string, string>>) =>
    fakeHost({platform: 'win32', outputOf: async program => answers[win32.basename(program)]});

  test('are asked for, because OneDrive moves them', async () => {
    const both = {'pwsh.exe': inNumbers(seven), 'powershell.exe': inNumbers(five)};
    expect(await powershellProfiles(windows(both), () => 'C:\\pwsh.exe')).toEqual([seven, five]);
    expect(await powershellProfiles(windows({'powershell.exe': inNumbers(five)}))).toEqual([five]);
    expect(await powershellProfiles(windows({'powershell.exe': 'Access denied'}))).toEqual([]);
    expect(await powershellProfiles(windows({}))).toEqual([]);
  });

  test('get the line where they are, and lose it again', async () => {
    const home = temporaryFolder();
    const path = join(home, 'OneDrive', 'profile.ps1');
    const host = {platform: 'win32', home, cwd: home, outputOf: async () => inNumbers(path)};
    const emk = (line: string) => runAgainst('http://127.0.0.1:9/api', `completion powershell ${line}`, {host});
    expect((await emk('--install --yes')).stderr).toContain(`is in ${path} now`);
    expect(readFileSync(path, 'utf8')).toContain('emk completion powershell');
    expect((await emk('--install --yes')).stderr).toContain('already');
    expect((await emk('--uninstall --yes')).stderr).toContain(`gone from ${path}`);
    expect(existsSync(path)).toBe(false);
  });
});
