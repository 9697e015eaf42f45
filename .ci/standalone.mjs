/**
 * Makes the archives that run without Node.js: npm run standalone [-- --package emk-cli-0.2.0.tgz] [linux-x64 win-x64 …]
 *
 * Each holds the package as npm packs it, a Node.js of its own, a launcher and all licences. All go to release/, with a
 * line each in SHA256SUMS. Node.js comes from the registry, and only with the checksum in standalone/nodes.json. GNU tar
 * makes the same bytes of the same package; --package takes one that is packed already.
 */
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'release');
const read = name => readFileSync(join(root, name), 'utf8');
const {version, dependencies} = JSON.parse(read('package.json'));
const nodes = JSON.parse(read('.ci/standalone/nodes.json'));

/** The program that loads others on Linux with glibc. The launcher looks for it, since the shell's own error names the wrong file. */
const loaders = {'linux-x64': '/lib64/ld-linux-x86-64.so.2', 'linux-arm64': '/lib/ld-linux-aarch64.so.1'};

/** The time of every file in an archive, the same as in packages of npm. So two builds are equal. */
const sameForAll = [
  '--sort=name',
  '--mtime=1985-10-26T08:15:00Z',
  '--owner=root:0',
  '--group=root:0',
  '--mode=u=rwX,go=rX',
];

const work = mkdtempSync(join(tmpdir(), 'emk-standalone-'));
try {
  const {values, positionals} = parseArgs({options: {package: {type: 'string'}}, allowPositionals: true});
  make(positionals.length === 0 ? Object.keys(nodes.platforms) : positionals, values.package);
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(work, {recursive: true, force: true});
}

function make(platforms, packed) {
  const unknown = platforms.find(platform => !(platform in nodes.platforms));
  if (unknown) throw new Error(`"${unknown}" is none of ${Object.keys(nodes.platforms).join(', ')}.`);
  mkdirSync(folder, {recursive: true});
  const emk = unpacked(packed ?? pack('.'), 'emk');
  for (const platform of platforms) archive(platform, emk);
}

function archive(platform, emk) {
  const isWindows = platform.startsWith('win-');
  const place = join(work, platform, 'emk');
  cpSync(emk, join(place, 'package'), {recursive: true});
  for (const name of beside()) cpSync(join(root, name), join(place, 'package', name), {recursive: true});
  const program = isWindows ? 'node.exe' : 'node';
  write(join(place, 'node', program), readFileSync(join(nodeOf(platform), 'bin', program)));
  launcher(platform, join(place, 'bin'));
  write(join(place, 'LICENSES.txt'), licences(emk), 0o644);
  const name = `emk-${version}-${platform}.tar.gz`;
  execFileSync('tar', ['-C', dirname(place), ...sameForAll, '-I', 'gzip -n', '-cf', join(folder, name), 'emk']);
  const bytes = readFileSync(join(folder, name));
  console.log(`release/${name}: ${Math.round(bytes.length / 1e6)} MB, with Node.js ${nodes.version}`);
  addSum(name, bytes);
}

/** What a person starts. Its folder holds nothing else: on somebody's PATH, it must not hide another Node.js. */
function launcher(platform, place) {
  if (platform.startsWith('win-')) {
    write(join(place, 'emk.cmd'), read('.ci/standalone/launcher.cmd').replaceAll('\n', '\r\n'));
    return;
  }
  const text = read('.ci/standalone/launcher.sh');
  write(join(place, 'emk'), text.replace("loader=''", `loader='${loaders[platform] ?? ''}'`));
}

/** What npm would install beside the package. `npm ci` has checked it against the lock file. */
function beside() {
  return Object.keys(dependencies).map(name => {
    const place = `node_modules/${name}`;
    if (Object.keys(JSON.parse(read(`${place}/package.json`)).dependencies ?? {}).length > 0)
      throw new Error(`${name} needs packages of its own, which the archives would lack.`);
    return place;
  });
}

/** The licences of all that is in an archive, in one text. The package of Node.js for Windows has none of its own. */
function licences(emk) {
  const [own, bundled] = ['LICENSE', 'dist/NOTICES.txt'].map(name => readFileSync(join(emk, name), 'utf8'));
  const others = beside().map(name => `${name.slice('node_modules/'.length)}\n\n${read(`${name}/LICENSE`)}`);
  const ofNode = readFileSync(join(nodeOf('linux-x64'), 'LICENSE'), 'utf8');
  const texts = [`emk ${version}\n\n${own}`, bundled, ...others, `Node.js ${nodes.version}\n\n${ofNode}`];
  return texts.join(`\n${'='.repeat(79)}\n`);
}

function nodeOf(platform) {
  const {package: name, integrity} = nodes.platforms[platform];
  const place = join(work, name);
  if (existsSync(place)) return place;
  const packed = pack(`${name}@${nodes.version}`);
  const found = `sha512-${createHash('sha512').update(readFileSync(packed)).digest('base64')}`;
  if (found !== integrity) throw new Error(`${name}@${nodes.version} has the checksum ${found}, not ${integrity}.`);
  return unpacked(packed, name);
}

/** Packs this project or a package of the registry, and returns its path. */
function pack(what) {
  const words = ['pack', what, '--silent', '--pack-destination', work];
  return join(work, execFileSync('npm', words, {cwd: root, encoding: 'utf8'}).trim().split('\n').at(-1));
}

/** Unpacks a package of npm, whatever its top folder is called, and returns where. */
function unpacked(packed, name) {
  const place = join(work, name);
  mkdirSync(place);
  execFileSync('tar', ['-xzf', packed, '-C', place, '--strip-components=1']);
  return place;
}

function write(path, bytes, mode = 0o755) {
  mkdirSync(dirname(path), {recursive: true});
  writeFileSync(path, bytes);
  chmodSync(path, mode);
}

/** Writes a file's checksum down in place of that of an older build. */
function addSum(name, bytes) {
  const path = join(folder, 'SHA256SUMS');
  const others = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
  const kept = others.filter(line => line.split('  ')[1] !== name);
  writeFileSync(path, `${[...kept, `${createHash('sha256').update(bytes).digest('hex')}  ${name}`].join('\n')}\n`);
}
