/**
 * Makes a release: node .ci/release.mjs 0.2.0
 *
 * It sets the version, dates its section of the changelog, packs, commits and tags, and leaves in release/ what is to be
 * published: the package, checksums and the notes. Nothing is committed if the package cannot be
 * made, and nothing leaves this machine.
 *
 * With --pack, on a CI that runs for the tag, it packs what is there, and adds the archives that "npm run standalone" has
 * made, if there are any. Another job publishes it with provenance.
 */
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {notesOf, releasedChangelog} from './release-notes.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'release');
const changed = ['package.json', 'package-lock.json', 'CHANGELOG.md'];

const at = name => join(root, name);
const read = name => readFileSync(at(name), 'utf8');
const write = (name, text) => writeFileSync(at(name), text);
const manifest = () => JSON.parse(read('package.json'));
const run = (program, ...words) =>
  execFileSync(program, words, {cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit']}).trim();

try {
  const [word] = process.argv.slice(2);
  if (word === '--pack') packTagged();
  else release(word);
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
}

function release(version) {
  refuseVersion(version);
  refusePlaceholders();
  if (run('git', 'status', '--porcelain') !== '') throw new Error('Commit your changes first.');
  try {
    setVersion(version);
    write('CHANGELOG.md', releasedChangelog(read('CHANGELOG.md'), version, new Date().toISOString().slice(0, 10)));
    const tarball = pack(version);
    run('git', 'commit', '--quiet', '--message', `Release ${version}`, '--', ...changed);
    run('git', 'tag', '--annotate', `v${version}`, '--message', `emk ${version}`);
    console.log(`Release ${version} is tagged v${version}. In release/: ${tarball}, checksums, notes.`);
    console.log('To publish: git push --follow-tags. .github/workflows/release.yml does the rest.');
  } catch (error) {
    run('git', 'checkout', '--quiet', 'HEAD', '--', ...changed);
    throw error;
  }
}

/** Packs the version of a tag. A job of its own publishes it, so what builds needs no token. */
function packTagged() {
  const {version} = manifest();
  refusePlaceholders();
  const tags = run('git', 'tag', '--points-at', 'HEAD').split('\n');
  if (!tags.includes(`v${version}`)) throw new Error(`This commit is not tagged v${version}.`);
  console.log(`Packed ${pack(version)} and what belongs to it in release/.`);
}

function refuseVersion(version = '') {
  if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) {
    throw new Error('Name the version, as in: node .ci/release.mjs 0.2.0');
  }
  if (run('git', 'tag', '--list', `v${version}`) !== '') throw new Error(`Version ${version} is tagged already.`);
}

/** Refuses the values of package.json that stand only for those of the real project. */
function refusePlaceholders() {
  const {author, homepage, repository, bugs} = manifest();
  const left = Object.entries({author, homepage, repository, bugs})
    .filter(([, value]) => value === undefined || /example\.com/.test(JSON.stringify(value)))
    .map(([name]) => name);
  if (left.length > 0) throw new Error(`Fill in package.json first: ${left.join(', ')}.`);
}

/** Sets the version of the package in both files, and touches nothing else in them. */
function setVersion(version) {
  const own = /^( {2}"version": )"[^"]*"/m;
  const inLock = /^( {6}"name": "[^"]*",\n {6}"version": )"[^"]*"/m;
  const set = (_, before) => `${before}"${version}"`;
  write('package.json', read('package.json').replace(own, set));
  write('package-lock.json', read('package-lock.json').replace(own, set).replace(inLock, set));
}

/** Packs into release/, and puts beside it what somebody needs to check the package. */
function pack(version) {
  const archives = archivesIn(folder);
  for (const name of readdirSync(folder)) if (!archives.includes(name)) rmSync(join(folder, name), {recursive: true});
  const tarball = run('npm', 'pack', '--silent', '--pack-destination', folder).split('\n').at(-1);
  write('release/NOTES.md', `${notesOf(read('CHANGELOG.md'), version)}\n`);
  write('release/SHA256SUMS', [tarball, ...archives].map(name => `${sumOf(join(folder, name))}  ${name}\n`).join(''));
  return tarball;
}

/** What "npm run standalone" has put there: a package with a Node of its own for each system. */
function archivesIn(place) {
  mkdirSync(place, {recursive: true});
  return readdirSync(place).filter(name => name.endsWith('.tar.gz'));
}

function sumOf(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
