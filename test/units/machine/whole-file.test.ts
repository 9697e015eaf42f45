/** A file takes its place when it is complete, with the old one's mode, and overwrites none that appears meanwhile. */

import {execFileSync} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import fs, {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test, vi} from 'vitest';
import {beginWhole, writeWhole} from '../../../src/core/system/whole-file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'emk-whole-'));
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

const at = (name: string): string => join(folder, name);
const modeOf = (name: string): number => statSync(at(name)).mode & 0o7777;

test('a new file is private', async () => {
  await writeWhole(at('new.txt'), ['one\n', Buffer.from('two\n')]);
  expect(readFileSync(at('new.txt'), 'utf8')).toBe('one\ntwo\n');
  expect(modeOf('new.txt')).toBe(0o600);
});

test('whoever writes to a full disk is told, and nothing stays', async () => {
  const full = Object.assign(new Error('full'), {code: 'ENOSPC'});
  const write = vi.spyOn(fs, 'write').mockImplementation(((...all: unknown[]) => {
    (all.at(-1) as (error: Error) => void)(full);
  }) as never);
  const draft = await beginWhole(at('new.txt'));
  const piece = randomBytes(200_000);
  const writes = async (): Promise<void> => {
    for (let at = 0; at < 5; at++)
      await new Promise<void>((resolve, reject) =>
        draft.stream.write(piece, error => (error ? reject(error) : resolve())),
      );
    await draft.finish();
  };
  await expect(writes()).rejects.toThrow();
  await draft.drop();
  write.mockRestore();
  expect(readdirSync(folder)).toEqual([]);
});

describe('a file that is replaced', () => {
  test.each([0o644, 0o640, 0o600, 0o444])('keeps its mode %o', async mode => {
    writeFileSync(at('old.txt'), 'old');
    chmodSync(at('old.txt'), mode);
    await writeWhole(at('old.txt'), ['new']);
    expect([readFileSync(at('old.txt'), 'utf8'), modeOf('old.txt')]).toEqual(['new', mode]);
  });

  test('stays where a link leads', async () => {
    writeFileSync(at('real.txt'), 'old', {mode: 0o644});
    symlinkSync('real.txt', at('link.txt'));
    await writeWhole(at('link.txt'), ['new']);
    expect(readlinkSync(at('link.txt'))).toBe('real.txt');
    expect(readFileSync(at('real.txt'), 'utf8')).toBe('new');
  });

  test('is made where a link leads that led nowhere', async () => {
    symlinkSync('later.txt', at('link.txt'));
    await writeWhole(at('link.txt'), ['new'], false);
    expect(lstatSync(at('link.txt')).isSymbolicLink()).toBe(true);
    expect(readFileSync(at('later.txt'), 'utf8')).toBe('new');
  });
});

describe('what appears meanwhile', () => {
  async function* text(before: () => void): AsyncGenerator<string> {
    yield 'new';
    before();
    yield '\n';
  }

  test('is not lost where nothing was to be replaced', async () => {
    const appears = () => writeFileSync(at('a.txt'), 'theirs');
    await expect(writeWhole(at('a.txt'), text(appears), false)).rejects.toThrow('appeared while');
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('theirs');
    expect(readdirSync(folder)).toEqual(['a.txt']);
  });
});

test('a source that breaks leaves the old file, and none beside it', async () => {
  writeFileSync(at('a.txt'), 'old');
  async function* broken(): AsyncGenerator<string> {
    yield 'half';
    throw new Error('cut');
  }
  await expect(writeWhole(at('a.txt'), broken())).rejects.toThrow('cut');
  expect(readFileSync(at('a.txt'), 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['a.txt']);
});

test('a draft that is dropped leaves nothing', async () => {
  const draft = await beginWhole(at('a.txt'));
  draft.stream.write('half');
  await draft.drop();
  expect(readdirSync(folder)).toEqual([]);
});

test.runIf(process.platform !== 'win32')('a pipe or a device is refused, with another way to write there', async () => {
  execFileSync('mkfifo', [at('pipe')]);
  for (const path of [at('pipe'), '/dev/null']) {
    const hint = expect.stringContaining('standard output');
    await expect(writeWhole(path, ['text'])).rejects.toMatchObject({exit: 2, hint});
  }
});
