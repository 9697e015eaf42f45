/** What a run does on Windows, played with a host that is Windows. The guide "What was tried where" says what ran there. */

import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync} from 'node:fs';
import promises, {rename} from 'node:fs/promises';
import {syncBuiltinESMExports} from 'node:module';
import {hostname, tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, describe, expect, onTestFinished} from 'vitest';
import {pagerOf} from '../src/cli/settle-globals.js';
import {assertUnchanged, readFileHead, sourceFile} from '../src/csv/bytes/source-file.js';
import {uriOf} from '../src/sandbox/account/database-uri.js';
import {closeByList, closingLine} from '../src/system/access-list.js';
import {editFile} from '../src/system/edit-file.js';
import {tellingFileTrouble} from '../src/system/file-trouble.js';
import {bytesInside} from '../src/system/inside-folder.js';
import {prepareLock, takeLock} from '../src/system/lock.js';
import {pagerOnMachine} from '../src/system/page.js';
import {writeWhole} from '../src/system/whole-file.js';
import {findProgram} from '../src/system/windows-program.js';
import {fakeHost, temporaryFolder} from './accounts/fake-host.js';
import {longTest, test} from './in-two-parts.js';
import {realFs, replaceInFs} from './replace-in-fs.js';

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

  test('shows long lists: none on Windows, unless a variable names one', () => {
    const pager = (env: Record<string, string>) =>
      pagerOf({flags: {}, host: fakeHost({platform: 'win32', terminal: true, env}), stored: {}});
    expect([pager({}), pager({PAGER: 'less -R'}), pager({EMK_PAGER: 'more'})]).toEqual([undefined, 'less -R', 'more']);
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

describe('a pager', () => {
  const folder = mkdtempSync(join(tmpdir(), 'my tools 100%TEMP%'));
  afterAll(() => rmSync(folder, {recursive: true}));
  const program = join(folder, 'less');
  writeFileSync(program, '');
  const windows = {platform: 'win32', cwd: folder, env: {Path: '', PATHEXT: '.EXE'}};
  const posix = {platform: 'linux', cwd: folder, env: {PATH: '/bin'}};

  test.each([
    [posix, program, {program: `'${program}'`, words: [], inShell: true}],
    [posix, `"${program}" -R | cat`, {program: `'${program}' -R | cat`, words: [], inShell: true}],
    [posix, `${program} -R`, undefined],
    [posix, 'cat -u', {program: '/bin/cat -u', words: [], inShell: true}],
    [posix, '', undefined],
    [windows, '"C:\\no such\\less.exe" -R', undefined],
  ])('on %j: %s', (machine, command, started) => {
    expect(pagerOnMachine(command, machine)).toEqual(started);
  });
});
