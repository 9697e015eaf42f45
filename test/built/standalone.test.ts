/** What starts emk in an archive: a script that finds its folder from anywhere, and the name that emk then goes by. */
import {execFileSync, spawnSync} from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';

let folder: string;
let root: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'emk-launcher-')));
  root = join(folder, 'Käse & "Brot" $x/emk');
  for (const name of ['bin', 'node', 'package/bin']) mkdirSync(join(root, name), {recursive: true});
  writeProgram('bin/emk', readFileSync('.ci/standalone/launcher.sh', 'utf8'));
  // It prints the words that Node.js would get.
  writeProgram('node/node', '#!/bin/sh\nfor word; do echo "$word"; done\n');
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

function writeProgram(name: string, text: string): void {
  writeFileSync(join(root, name), text);
  chmodSync(join(root, name), 0o755);
}

/** Starts a program with an empty PATH and nothing else that a shell would know. */
const started = (program: string, cwd = folder): readonly string[] =>
  execFileSync(program, ['lists', 'a  b*', ''], {cwd, encoding: 'utf8', env: {PATH: '', CDPATH: '/'}}).split('\n');

const expected = () => [join(root, 'package/bin/emk.js'), 'lists', 'a  b*', '', ''];

test('it hands every word on, from any folder', () => {
  expect(started(join(root, 'bin/emk'))).toEqual(expected());
  expect(started('./emk', join(root, 'bin'))).toEqual(expected());
  expect(started('bin/emk', root)).toEqual(expected());
});

test('it is found through links to links, and through the PATH', () => {
  mkdirSync(join(folder, 'some where'));
  symlinkSync(join(root, 'bin/emk'), join(folder, 'first'));
  symlinkSync('../first', join(folder, 'some where/emk'));
  expect(started(join(folder, 'some where/emk'))).toEqual(expected());
  const env = {PATH: join(folder, 'some where')};
  expect(execFileSync('/bin/sh', ['-c', 'emk lists'], {env, encoding: 'utf8'}).split('\n')[1]).toBe('lists');
});

test('a link to the folder stays in the path, so that the link may lead to a newer version later', () => {
  symlinkSync(root, join(folder, 'current'));
  expect(started(join(folder, 'current/bin/emk'))[0]).toBe(join(folder, 'current/package/bin/emk.js'));
});

test('a Linux without glibc is named, and what to do there', () => {
  const text = readFileSync('.ci/standalone/launcher.sh', 'utf8').replace(
    "loader=''",
    "loader='/nowhere/ld-linux.so.2'",
  );
  expect(text).toContain('/nowhere');
  writeProgram('bin/emk', text);
  const {status, stderr} = spawnSync(join(root, 'bin/emk'), {encoding: 'utf8', env: {PATH: ''}});
  expect(status).toBe(3);
  expect(stderr).toBe(
    'error: This emk needs Linux with glibc, and this system has another C library, such as musl on Alpine Linux.\n' +
      '  Install Node.js with the packages of your system (apk add nodejs npm), then: npm install -g emk-cli\n',
  );
});
