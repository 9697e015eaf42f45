'use strict';

const {mkdirSync, readFileSync, renameSync, rmSync, writeFileSync} = require('node:fs');
const {join} = require('node:path');
const {Script} = require('node:vm');

/**
 * Loads a pack of dist/ and returns its exports. It does what `require` does, but reuses the code that V8 compiled in
 * an earlier run: compiling is half of a short command's time. Node's own compile cache omits functions that were
 * compiled after their file was loaded, which is nearly all of them.
 */
exports.load = function load(name) {
  const loaded = packs.get(name);
  if (loaded !== undefined) return loaded.module.exports;
  const filename = join(dist, name);
  const source = readFileSync(filename, 'utf8');
  const fingerprint = source.slice(-FINGERPRINT);
  const script = new Script(`(function (exports, require, module, __dirname) {${source}\n})`, {
    filename,
    cachedData: keptCode(name, fingerprint),
  });
  const pack = {module: {exports: {}}, script, fingerprint, isKept: script.cachedDataRejected === false};
  packs.set(name, pack);
  script.runInThisContext()(pack.module.exports, requireFromPack, pack.module, dist);
  return pack.module.exports;
};

const dist = join(__dirname, '../dist');
const packs = new Map();

/** The length of the hash at the end of each pack: V8 itself compares only the length of a pack. */
const FINGERPRINT = 16;

function requireFromPack(name) {
  if (name.startsWith('./')) return exports.load(name.slice(2));
  return seldom.has(name) ? whenUsed(name) : require(name);
}

/** Modules of Node.js that bring many others, and that short commands name without using them. */
const seldom = new Set([
  ...['node:child_process', 'node:crypto', 'node:fs/promises', 'node:stream/promises', 'node:timers/promises'],
  ...['node:tty', 'node:zlib'],
]);

/** A module that is loaded when something of it is first used. */
const whenUsed = name =>
  new Proxy(
    {},
    {
      get: (_, key) => require(name)[key],
      ownKeys: () => Reflect.ownKeys(require(name)),
      getOwnPropertyDescriptor: (_, key) => ({value: require(name)[key], enumerable: true, configurable: true}),
    },
  );

/** `emk doctor` promises to write no file at all. */
const folder = process.argv.includes('doctor') ? undefined : cacheFolder(process.env);

/** A folder of the user's own, separate for each Node.js: in a shared folder, others could put code there. */
function cacheFolder({NODE_DISABLE_COMPILE_CACHE, XDG_CACHE_HOME, LOCALAPPDATA, HOME}) {
  if (NODE_DISABLE_COMPILE_CACHE) return undefined;
  const caches = XDG_CACHE_HOME || (HOME && join(HOME, '.cache'));
  const all = LOCALAPPDATA && !XDG_CACHE_HOME ? join(LOCALAPPDATA, 'emk-cache') : caches && join(caches, 'emk');
  return all ? join(all, `${process.version}-${process.arch}`) : undefined;
}

/**
 * The code that was saved for exactly this pack. V8 checks that it fits this Node.js and its flags, but trusts its
 * content: one damaged byte would end this run and all later ones. So it is stored twice and compared, which is cheaper
 * than loading a module for checksums.
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

/** Saves the code of all packs after a run with a new pack, because it may have compiled more of the others too. */
function keepCode() {
  if (folder === undefined || [...packs.values()].every(({isKept}) => isKept) || flagsChanged()) return;
  const draft = join(folder, `${process.pid}`);
  try {
    mkdirSync(folder, {recursive: true, mode: 0o700});
    for (const [name, {script, fingerprint}] of packs) {
      const code = script.createCachedData();
      writeFileSync(draft, Buffer.concat([Buffer.from(fingerprint), code, code]), {mode: 0o600});
      renameSync(draft, join(folder, name));
    }
  } catch {
    // Without it the next run takes longer, with the same result. A full disk must not keep half a file.
    try {
      rmSync(draft, {force: true});
    } catch {}
  }
}

/** Whether V8's flags changed: it rejects code that was compiled with other flags, and a long list changes one. */
function flagsChanged() {
  return new Script('0', {filename: 'at exit', cachedData: codeAtStart}).cachedDataRejected;
}

const codeAtStart = new Script('0', {filename: 'at start'}).createCachedData();
process.once('exit', keepCode);
