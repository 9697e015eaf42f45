/**
 * A release of a small package: what it refuses, and what it leaves.
 * @module-tag long
 */
import {execFileSync, spawnSync} from 'node:child_process';
import {cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';

let root: string;
const at = (...names: string[]): string => join(root, ...names);
const read = (...names: string[]): string => readFileSync(at(...names), 'utf8');
const git = (...words: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...words], {
    cwd: root,
    encoding: 'utf8',
  });

const real = {
  author: 'Ada <ada@acme.test>',
  homepage: 'https://code.acme.test/emk#readme',
  repository: {type: 'git', url: 'git+https://code.acme.test/emk.git'},
  bugs: {url: 'https://code.acme.test/emk/issues'},
};

function write(manifest: object, changelog: string): void {
  const common = {name: 'emk-cli', version: '0.0.9', files: ['dist'], ...manifest};
  writeFileSync(at('package.json'), `${JSON.stringify(common, null, 2)}\n`);
  const lock = {name: 'emk-cli', version: '0.0.9', packages: {'': {name: 'emk-cli', version: '0.0.9'}}};
  writeFileSync(at('package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
  writeFileSync(at('CHANGELOG.md'), changelog);
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message', 'Start');
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'emk-release-'));
  for (const name of ['release', 'release-notes']) cpSync(`.ci/${name}.mjs`, at(`.ci/${name}.mjs`));
  mkdirSync(at('dist'));
  writeFileSync(at('.gitignore'), '/release/\n');
  git('init', '--quiet');
});
afterEach(() => rmSync(root, {recursive: true, force: true}));

const who = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'a@b.test',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'a@b.test',
};
const release = (...words: string[]) => {
  const {CI: _, GITHUB_ACTIONS: __, ...env} = process.env;
  const {status, stdout, stderr} = spawnSync(process.execPath, [at('.ci/release.mjs'), ...words], {
    encoding: 'utf8',
    env: {...env, ...who},
  });
  return {status, stdout, stderr};
};

const unreleased = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n\n## [0.0.9] - 2020-01-01\n\n- Older.\n';

const dayNow = (): string => new Date().toISOString().slice(0, 10);

test('sets the version, dates the changelog, tags, and leaves package, checksums and notes', () => {
  write(real, unreleased);
  const today = dayNow();
  expect(release('0.1.0')).toMatchObject({status: 0, stderr: ''});
  expect(JSON.parse(read('package.json')).version).toBe('0.1.0');
  const lock = JSON.parse(read('package-lock.json'));
  expect([lock.version, lock.packages[''].version]).toEqual(['0.1.0', '0.1.0']);
  // The day may have changed since the release.
  const days = [today, dayNow()].map(day =>
    unreleased.replace('[Unreleased]\n', `[Unreleased]\n\n## [0.1.0] - ${day}\n`),
  );
  expect(days).toContain(read('CHANGELOG.md'));
  expect(git('log', '-1', '--format=%s').trim()).toBe('Release 0.1.0');
  expect(git('cat-file', '-t', 'v0.1.0').trim()).toBe('tag');
  expect(read('release', 'NOTES.md')).toBe('### Added\n\n- A thing.\n');
  const sums = spawnSync('sha256sum', ['--check', 'SHA256SUMS'], {cwd: at('release'), encoding: 'utf8'});
  expect(sums.stdout).toBe('emk-cli-0.1.0.tgz: OK\n');
  expect(git('status', '--porcelain')).toBe('');
  expect(release('0.1.0').stderr).toBe('error: Version 0.1.0 is tagged already.\n');
});

test('dates a section that is written already', () => {
  write(real, '# Changelog\n\n## [Unreleased]\n\n## [0.1.0]\n\nThe first.\n');
  expect(release('0.1.0').status).toBe(0);
  expect(read('CHANGELOG.md')).toMatch(/## \[Unreleased\]\n\n## \[0\.1\.0\] - \d{4}-\d\d-\d\d\n\nThe first\./);
});

test('refuses what is not ready, and leaves everything as it was', () => {
  const {author, homepage, repository, bugs} = JSON.parse(readFileSync('package.json', 'utf8'));
  write({author, homepage, repository, bugs}, unreleased);
  expect(release('0.1.0').stderr).toBe('error: Fill in package.json first: author, homepage, repository, bugs.\n');
  write(real, '# Changelog\n\n## [Unreleased]\n');
  expect(release('0.1.0').stderr).toBe(
    'error: CHANGELOG.md says nothing about 0.1.0. Write what changes below "Unreleased".\n',
  );
  expect(git('status', '--porcelain')).toBe('');
  expect(release('next').stderr).toContain('Name the version');
  write({...real, scripts: {prepack: 'exit 1'}}, unreleased);
  expect(release('0.1.0').status).toBe(1);
  expect([git('status', '--porcelain'), git('tag')]).toEqual(['', '']);
  writeFileSync(at('new.txt'), '');
  expect(release('0.1.0').stderr).toBe('error: Commit your changes first.\n');
});

test('packs for a CI only what is tagged, with the archives that were built before', () => {
  write(real, unreleased);
  expect(release('--pack').stderr).toBe('error: This commit is not tagged v0.0.9.\n');
  expect(existsSync(at('release'))).toBe(false);
  git('tag', 'v0.0.9');
  mkdirSync(at('release'));
  for (const name of ['emk-0.0.9-linux-x64.tar.gz', 'emk-0.0.9-win-x64.tar.gz', 'old.tgz'])
    writeFileSync(at('release', name), 'packed');
  expect(release('--pack')).toMatchObject({status: 0, stderr: ''});
  expect(read('release', 'SHA256SUMS').match(/\S+$/gm)).toEqual([
    'emk-cli-0.0.9.tgz',
    ...['emk-0.0.9-linux-x64.tar.gz', 'emk-0.0.9-win-x64.tar.gz'],
  ]);
  expect(read('release', 'NOTES.md')).toContain('- Older.');
  expect(existsSync(at('release', 'old.tgz'))).toBe(false);
});
