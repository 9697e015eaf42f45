/** Input that is not a file, never ends or never comes: every wait for input ends by itself or at a signal. */

import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readdirSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {describe, expect, onTestFinished, test} from 'vitest';
import {createJournalFile, readJournalFile} from '../../../src/core/system/journal-file.js';
import {realFs, replaceInFs} from '../../support/replace-in-fs.js';
import {runAgainst} from '../../support/run-against.js';
import {said} from '../../support/said.js';
import {sample} from '../../support/sample.js';

const nowhere = 'http://127.0.0.1:9/api';
const folder = mkdtempSync(join(tmpdir(), 'emk-reading-'));

const reads = (path: string): ReadonlyArray<readonly string[]> => [
  ['contacts', 'import', path, '--list', '7', '--dry-run'],
  ['unsubscribes', 'add', '--file', path],
  ['mailings', 'update', '97f6ad6b-7b72-4dc8-9d3d-43358c51ffe6', '--html', `@${path}`, '--yes'],
  ['api', 'POST', '/x', '-F', `file=@${path}`],
];

describe.runIf(process.platform !== 'win32')('a path that leads to', () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);

  test.each([...reads(pipe), ...reads('/dev/zero'), ...reads('/tmp')])(
    'what is no file is refused: %s %s %s %s',
    async (...line) => {
      expect(await runAgainst(nowhere, line)).toMatchObject(said(2, / is (a folder|a pipe|a device|not a file)/));
    },
  );

  test.each(['/dev/zero', '/dev/null', '/tmp'])('no key: %s', async path => {
    const env = {EMK_SECRET_KEY: '', EMK_SECRET_KEY_FILE: path};
    expect(await runAgainst(nowhere, 'lists list', {env})).toMatchObject(said(3, 'is no file'));
  });

  test.each([['config set output json'], ['contacts import leads.csv --list 7']])(
    'a home below /proc has a word for it: %s',
    async line => {
      const env = {EMK_CONFIG_DIR: '/proc/nowhere/emk', EMK_STATE_DIR: '/proc/nowhere/state'};
      const {code, stderr} = await runAgainst(nowhere, line, {env});
      expect([2, 3]).toContain(code);
      expect(stderr).toContain('/proc/nowhere');
    },
  );
});

const lines = [
  'unsubscribes add --file -',
  'lists delete - --yes',
  'mailings update 97f6ad6b-7b72-4dc8-9d3d-43358c51ffe6 --html @- --yes',
  'contacts import - --list 7',
  'auth login x --base-url http://127.0.0.1:9/api --public-key pk_123456 --secret-key-stdin',
];

describe('standard input', () => {
  test.each(
    sample(
      lines.filter(line => !line.includes('import')),
      1,
    ),
  )('without end is not read for ever: %s', async line => {
    const piece = Buffer.alloc(1024 * 1024, 'y\n');
    let left = 200;
    const stdin = new Readable({
      read() {
        this.push(left-- > 0 ? piece : null);
      },
    });
    expect(await runAgainst(nowhere, line, {host: {stdin}})).toMatchObject(said(2, /more than|too long/));
    expect(left).toBeGreaterThan(100);
  });

  test.each(sample(lines, 1))('that stays silent is left at a signal: %s', async line => {
    const interruption = new AbortController();
    const stdin = new Readable({read() {}});
    const home = mkdtempSync(join(folder, 'home-'));
    setTimeout(() => interruption.abort('SIGTERM'), 50);
    const {code} = await runAgainst(nowhere, line, {host: {stdin, interrupted: interruption.signal, cwd: home}});
    expect(code).toBe(143);
    const imports = join(home, 'state', 'imports');
    expect(existsSync(imports) ? readdirSync(imports) : []).toEqual([]);
  });
});

test.runIf(process.platform !== 'win32').each([
  ['lists list --retries 1', said(6, 'Could not reach')],
  ['auth status', {code: 0}],
])('a key may come through a pipe that is slow: %s', async (line, result) => {
  const pipe = join(folder, `key for ${line}`);
  mkdirSync(folder, {recursive: true});
  execFileSync('mkfifo', [pipe]);
  execFileSync('sh', ['-c', `(sleep 0.2; echo sk-of-a-pipe > '${pipe}') > /dev/null 2>&1 &`]);
  const env = {EMK_SECRET_KEY: '', EMK_SECRET_KEY_FILE: pipe};
  expect(await runAgainst(nowhere, line, {env})).toMatchObject(result);
});

test('a record of which the disk took only a part leaves no gap in the journal', () => {
  const path = join(mkdtempSync(join(folder, 'journal-')), 'journal');
  const journal = createJournalFile<string>(path, 'first');
  onTestFinished(() => journal.close());
  replaceInFs('writeSync', ((file: number, bytes: Buffer, from: number, length: number, at: number) =>
    realFs.writeSync(file, bytes, from, length - 5, at)) as typeof realFs.writeSync);
  expect(() => journal.append('lost')).toThrow('only a part');
  replaceInFs('writeSync', realFs.writeSync);
  journal.append('second');
  const {records, length} = readJournalFile(path);
  expect([records, length]).toEqual([['first', 'second'], statSync(path).size]);
});
