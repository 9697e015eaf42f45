'use strict';

const {mkdirSync, readFileSync, renameSync, rmSync, writeFileSync} = require('node:fs');
const {dirname, join} = require('node:path');
const {Script} = require('node:vm');

/**
Gives what a pack of dist/ exports. It does what `require` does, with the code that V8 compiled for an earlier run at hand:
compiling is half of what a short command takes. Node's own compile cache keeps no function that was compiled after its
file was loaded, and that is nearly all of them.
*/
exports.load = function load(name) {
  const loaded = packs.get(name);
  if (loaded !== undefined) return loaded.module.exports;
  const filename = join(dist, name);
  const source = readFileSync(filename, 'utf8');
  const fingerprint = source.slice(-FINGERPRINT);
  const script = new Script(`(function (exports, require, module) {${source}\n})`, {
    filename,
    cachedData: keptCode(name, fingerprint),
  });
  const pack = {module: {exports: {}}, script, fingerprint, isKept: script.cachedDataRejected === false};
  packs.set(name, pack);
  script.runInThisContext()(pack.module.exports, requireFromPack, pack.module);
  return pack.module.exports;
};

const dist = join(__dirname, '../dist');
const packs = new Map();

/** The build ends each pack with a hash of it in this many characters: V8 itself compares no more than its length. */
const FINGERPRINT = 16;

const requireFromPack = name => (name.startsWith('./') ? exports.load(name.slice(2)) : require(name));

/** `emk doctor` promises to write no file at all. */
const folder = process.argv.includes('doctor') ? undefined : cacheFolder(process.env);

/** A folder of the user's own, apart for each Node.js: in a shared one, others could put code there. */
function cacheFolder({NODE_DISABLE_COMPILE_CACHE, XDG_CACHE_HOME, LOCALAPPDATA, HOME}) {
  if (NODE_DISABLE_COMPILE_CACHE) return undefined;
  const caches = XDG_CACHE_HOME || LOCALAPPDATA || (HOME && join(HOME, '.cache'));
  return caches ? join(caches, 'emk', `${process.version}-${process.arch}`) : undefined;
}

/**
The code that was kept of this very pack. V8 looks itself whether it suits this Node.js and the way it was started, but
believes what it reads: one damaged byte would end this run and all that follow. So it is kept twice and compared, which
costs less than loading a module that computes checksums.
*/
function keptCode(name, fingerprint) {
  if (folder === undefined) return undefined;
  try {
    const kept = readFileSync(join(folder, name));
    const half = (kept.length - FINGERPRINT) / 2 + FINGERPRINT;
    const code = kept.subarray(FINGERPRINT, half);
    const isWhole = kept.latin1Slice(0, FINGERPRINT) === fingerprint && code.equals(kept.subarray(half));
    return isWhole ? code : undefined;
  } catch {
    return undefined;
  }
}

/** A run that met a pack for the first time keeps all of its packs, since it may have compiled more of the others too. */
function keepCode() {
  if (folder === undefined || [...packs.values()].every(({isKept}) => isKept) || flagsChanged()) return;
  let draft;
  try {
    makeFolder(folder);
    for (const [name, {script, fingerprint}] of packs) {
      draft = join(folder, `${name}.${process.pid}`);
      const code = script.createCachedData();
      writeFileSync(draft, Buffer.concat([Buffer.from(fingerprint), code, code]), {mode: 0o600});
      renameSync(draft, join(folder, name));
    }
  } catch {
    // Without it the next run takes longer, and does the same.
    if (draft !== undefined) removeDraft(draft);
  }
}

/** Node's own way of making those above it too never ends below `/proc`, where what exists is reported as missing. */
function makeFolder(path) {
  try {
    mkdirSync(path, {mode: 0o700});
  } catch (error) {
    if (error.code === 'EEXIST') return;
    if (error.code !== 'ENOENT' || dirname(path) === path) throw error;
    makeFolder(dirname(path));
    mkdirSync(path, {mode: 0o700});
  }
}

/** A full disk must not keep half a file. */
function removeDraft(draft) {
  try {
    rmSync(draft, {force: true});
  } catch {
    // The folder is not there, or not ours.
  }
}

/** V8 rejects code that was compiled under other flags than its own, and a long list changes one of them. */
function flagsChanged() {
  return new Script('0', {filename: 'at exit', cachedData: codeAtStart}).cachedDataRejected;
}

const codeAtStart = new Script('0', {filename: 'at start'}).createCachedData();
process.once('exit', keepCode);
