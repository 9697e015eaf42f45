/**
 * Makes the archives that run without Node.js: npm run standalone [-- --package emk-cli-0.2.0.tgz] [linux-x64 win-x64 …]
 *
 * Each holds the package as npm packs it, a Node.js of its own, a launcher and all licences. Without names it makes all
 * five and the files that install them. All go to release/, with a line each in SHA256SUMS. Node.js comes from the
 * registry, and only with the checksum in standalone/nodes.json. The same Node.js makes the same bytes of the same
 * package; --package takes one that is packed already.
 */
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {installers} from './standalone/installers.mjs';
import {readPackage, tarGz} from './standalone/tar.mjs';
import {zip} from './standalone/zip.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'release');
const read = name => readFileSync(join(root, name), 'utf8');
const manifest = JSON.parse(read('package.json'));
const {version, dependencies} = manifest;
const nodes = JSON.parse(read('.ci/standalone/nodes.json'));

/** The program that loads others on Linux with glibc. The launcher looks for it, since the shell's own error names the wrong file. */
const loaders = {'linux-x64': '/lib64/ld-linux-x86-64.so.2', 'linux-arm64': '/lib/ld-linux-aarch64.so.1'};

const work = mkdtempSync(join(tmpdir(), 'emk-standalone-'));
try {
  const options = {package: {type: 'string'}, help: {type: 'boolean', short: 'h'}};
  const {values, positionals} = parseArgs({options, allowPositionals: true});
  if (values.help)
    console.log(
      read('.ci/standalone.mjs')
        .split('*/')[0]
        .replace(/^\/\*\*\n|^ \* ?/gm, '')
        .trim(),
    );
  else await make(positionals.length === 0 ? Object.keys(nodes.platforms) : positionals, values.package);
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(work, {recursive: true, force: true});
}

async function make(platforms, packed) {
  const unknown = platforms.find(platform => !(platform in nodes.platforms));
  if (unknown) throw new Error(`"${unknown}" is none of ${Object.keys(nodes.platforms).join(', ')}.`);
  mkdirSync(folder, {recursive: true});
  const emk = readPackage(readFileSync(packed ?? pack('.')));
  // The package for Windows has no licence; every package of one version has the same.
  const licence = fileOf(nodeOf('linux-x64'), 'LICENSE');
  const sums = {};
  for (const platform of platforms) sums[platform] = await archive(platform, emk, licence);
  if (Object.keys(sums).length < Object.keys(nodes.platforms).length) return;
  for (const [name, text] of Object.entries(installers(manifest, sums))) {
    writeFileSync(join(folder, name), text);
    addSum(name, text);
  }
}

async function archive(platform, emk, licence) {
  const isWindows = platform.startsWith('win-');
  const files = [
    ...launcher(platform),
    ...within('node', [{...fileOf(nodeOf(platform), isWindows ? 'bin/node.exe' : 'bin/node'), isProgram: true}]),
    ...within('package', [...emk, ...dependenciesOf()]),
    {path: 'LICENSES.txt', bytes: licences(emk, licence)},
  ];
  const sorted = within('emk', files).sort((one, other) => (one.path < other.path ? -1 : 1));
  const name = `emk-${version}-${platform}${isWindows ? '.zip' : '.tar.gz'}`;
  const bytes = await (isWindows ? zip : tarGz)(sorted);
  writeFileSync(join(folder, name), bytes);
  console.log(`release/${name}: ${Math.round(bytes.length / 1e6)} MB, with Node.js ${nodes.version}`);
  return addSum(name, bytes);
}

/** What a person starts. Its folder holds nothing else: on somebody's PATH, it must not hide another Node.js. */
function launcher(platform) {
  if (platform.startsWith('win-')) {
    return [{path: 'bin/emk.cmd', bytes: Buffer.from(read('.ci/standalone/launcher.cmd').replaceAll('\n', '\r\n'))}];
  }
  const text = read('.ci/standalone/launcher.sh').replace("loader=''", `loader='${loaders[platform] ?? ''}'`);
  return [{path: 'bin/emk', bytes: Buffer.from(text), isProgram: true}];
}

/** What npm would install beside the package. `npm ci` has checked it against the lock file. */
function dependenciesOf() {
  return Object.keys(dependencies).flatMap(name => {
    const place = `node_modules/${name}`;
    if (Object.keys(JSON.parse(read(`${place}/package.json`)).dependencies ?? {}).length > 0)
      throw new Error(`${name} needs packages of its own, which the archives would lack.`);
    return readdirSync(join(root, place), {recursive: true})
      .map(path => `${place}/${path.replaceAll('\\', '/')}`)
      .filter(path => statSync(join(root, path)).isFile())
      .map(path => ({path, bytes: readFileSync(join(root, path))}));
  });
}

/** The licences of all that is in an archive, in one text. */
function licences(emk, licence) {
  const own = ['LICENSE', 'dist/NOTICES.txt'].map(path => fileOf(emk, path).bytes);
  const beside = Object.keys(dependencies).map(name => `${name}\n\n${read(`node_modules/${name}/LICENSE`)}`);
  const texts = [`emk ${version}\n\n${own[0]}`, own[1], ...beside, `Node.js ${nodes.version}\n\n${licence.bytes}`];
  return Buffer.from(texts.join(`\n${'='.repeat(79)}\n`));
}

function nodeOf(platform) {
  const {package: name, integrity} = nodes.platforms[platform];
  const path = join(work, `${name}-${nodes.version}.tgz`);
  const packed = readFileSync(existsSync(path) ? path : pack(`${name}@${nodes.version}`));
  const found = `sha512-${createHash('sha512').update(packed).digest('base64')}`;
  if (found !== integrity) throw new Error(`${name}@${nodes.version} has the checksum ${found}, not ${integrity}.`);
  return readPackage(packed);
}

/** Packs this project or a package of the registry, and returns its path. */
function pack(what) {
  const words = ['pack', what, '--silent', '--pack-destination', work];
  const isWindows = process.platform === 'win32';
  const printed = execFileSync('npm', words, {cwd: root, encoding: 'utf8', shell: isWindows});
  return join(work, printed.trim().split('\n').at(-1));
}

function fileOf(files, path) {
  const file = files.find(each => each.path === path);
  if (!file) throw new Error(`A package lacks ${path}.`);
  return {...file, path: path.split('/').at(-1)};
}

function within(place, files) {
  return files.map(file => ({...file, path: `${place}/${file.path}`}));
}

/** Writes a file's checksum down in place of that of an older build, and returns it. */
function addSum(name, bytes) {
  const path = join(folder, 'SHA256SUMS');
  const others = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
  const kept = others.filter(line => line.split('  ')[1] !== name);
  const sum = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(path, `${[...kept, `${sum}  ${name}`].join('\n')}\n`);
  return sum;
}
