/** The archives that run without Node.js, as other programs unpack them. */
import {execFileSync, spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {afterEach, beforeEach, expect, test} from 'vitest';

type File = {readonly path: string; readonly bytes: Buffer; readonly isProgram?: boolean};
const {readPackage, tarGz} = await import('../../.ci/standalone/tar.mjs' as string);
const {zip} = await import('../../.ci/standalone/zip.mjs' as string);

const files: readonly File[] = [
  {path: 'emk/bin/emk', bytes: Buffer.from('#!/bin/sh\necho started\n'), isProgram: true},
  {path: 'emk/empty', bytes: Buffer.alloc(0)},
  {path: 'emk/größe/512', bytes: Buffer.alloc(512, 'x')},
  {path: 'emk/größe/513', bytes: Buffer.alloc(513, 'x')},
];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'emk-archive-'));
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

function expectUnpacked(): void {
  for (const {path, bytes, isProgram = false} of files) {
    expect(readFileSync(join(folder, path)), path).toEqual(bytes);
    expect((statSync(join(folder, path)).mode & 0o111) !== 0, path).toBe(isProgram);
  }
  expect(execFileSync(join(folder, 'emk/bin/emk'), {encoding: 'utf8'})).toBe('started\n');
}

test('tar unpacks every file, with the same time and owner whoever packed it', {tags: ['long']}, async () => {
  const path = join(folder, 'emk.tar.gz');
  writeFileSync(path, await tarGz(files));
  execFileSync('tar', ['-xzf', path, '-C', folder]);
  expectUnpacked();
  const list = execFileSync('tar', ['-tvzf', path, '--utc'], {encoding: 'utf8', env: {...process.env, TZ: 'UTC'}});
  const lines = list.trim().split('\n');
  expect(lines.filter(line => !/ root\/root .* 1985-10-26 08:15 /.test(line))).toEqual([]);
  expect(lines).toHaveLength(files.length + 3);
});

test.skipIf(spawnSync('unzip', ['-v']).status !== 0)('unzip unpacks every file', async () => {
  const path = join(folder, 'emk.zip');
  writeFileSync(path, await zip(files));
  execFileSync('unzip', ['-q', path, '-d', folder]);
  expectUnpacked();
});

test.each([
  ['tar', tarGz],
  ['zip', zip],
])('the same files make the same bytes of %s', async (_, pack) => {
  const [one, other] = [await pack(files), await pack(files)];
  expect(one.equals(other)).toBe(true);
});

test('a package of npm is read, whatever its top folder is called and however long a path is', {
  tags: ['long'],
}, async () => {
  const source = join(folder, 'top');
  const long = `${'long/'.repeat(30)}file`;
  execFileSync(
    'sh',
    ['-c', `mkdir -p top/${'long/'.repeat(30)} && echo x >top/${long} && echo y >top/b && chmod +x top/b`],
    {
      cwd: folder,
    },
  );
  for (const format of ['ustar', 'pax']) {
    const tar = execFileSync('tar', [`--format=${format}`, '--sort=name', '-C', folder, '-cf', '-', 'top']);
    const found: readonly File[] = readPackage(gzipSync(tar));
    expect(found.map(({path, bytes, isProgram}) => [path, String(bytes), isProgram])).toEqual([
      ['b', 'y\n', true],
      [long, 'x\n', false],
    ]);
  }
  expect(readFileSync(join(source, 'b'), 'utf8')).toBe('y\n');
});
