#!/usr/bin/env node
'use strict';

const {readFileSync, writeSync} = require('node:fs');
const {isAbsolute, join, resolve} = require('node:path');

const completions = new Map([
  ['bash', '../completions/emk.bash'],
  ['zsh', '../completions/_emk'],
  ['fish', '../completions/emk.fish'],
  ['powershell', '../completions/emk.ps1'],
]);

const waysIn = `
You are not logged in yet. There are two ways on:
  emk login         log in to your account
  emk sandbox tour  try emk in the sandbox, which needs no account
`;

const words = process.argv.slice(2);
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  const hint = 'Install a newer one from https://nodejs.org, or with your version manager: nvm install 22';
  process.stderr.write(`emk needs Node.js 20.19 or newer, and this is ${process.version}.\n${hint}\n`);
  process.exitCode = 3;
} else if (words[0] === 'completion' && words[1] === 'answer') {
  write(answer(words.slice(2)));
} else {
  const file = opensHome() ? undefined : readyMade(words);
  if (file === undefined || !print(file)) start();
  else if (words.length === 0 && !isLoggedIn()) writeSync(2, waysIn);
}

/** Whether `emk` alone runs at a terminal, where emk shows a screen of choices. */
function opensHome() {
  return words.length === 0 && [0, 1, 2].every(require('node:tty').isatty);
}

/** Whether there is an account. An unreadable configuration is reported by the first command. */
function isLoggedIn() {
  const {EMK_PUBLIC_KEY, EMK_SECRET_KEY, EMK_SECRET_KEY_FILE, EMK_PROFILE} = process.env;
  if (EMK_PUBLIC_KEY || EMK_SECRET_KEY || EMK_SECRET_KEY_FILE || EMK_PROFILE) return true;
  try {
    return JSON.parse(readFileSync(join(configFolder(), 'config.json'), 'utf8')).current !== undefined;
  } catch (error) {
    return error.code !== 'ENOENT' && error.code !== 'ENOTDIR';
  }
}

/**
 * Where the configuration is, without loading emk. Commands use src/core/own-files/folders.ts, and a test compares the two.
 */
function configFolder() {
  const {EMK_CONFIG_DIR, XDG_CONFIG_HOME, APPDATA} = process.env;
  if (EMK_CONFIG_DIR) return resolve(EMK_CONFIG_DIR);
  const isWindows = process.platform === 'win32';
  const chosen = isWindows ? APPDATA : XDG_CONFIG_HOME;
  if (chosen && isAbsolute(chosen)) return join(chosen, 'emk');
  const home = homeFolder();
  if (isWindows) return join(home, 'AppData', 'Roaming', 'emk');
  return process.platform === 'darwin'
    ? join(home, 'Library', 'Application Support', 'emk')
    : join(home, '.config', 'emk');
}

/** The home folder; src/core/system/host.ts finds the same. */
function homeFolder() {
  try {
    return require('node:os').homedir();
  } catch {
    return '';
  }
}

/**
 * Prints pages that are the same for everybody: they were generated at build time, and showing them takes no longer
 * than bare node.
 */
function readyMade([first, second, ...more]) {
  if (first === undefined) return '../dist/help.txt';
  if (second === undefined) {
    if (first === '--version' || first === '-V') return '../dist/version.txt';
    if (first === '--help' || first === '-h' || first === 'help') return '../dist/help.txt';
  }
  // Only groups have such a page; the help of commands is made on request.
  const isHelp = second === '--help' || second === '-h';
  if (isHelp && more.length === 0 && /^[a-z-]+$/.test(first)) return `../dist/help/${first}.txt`;
  if (first === 'completion' && more.length === 0) return completions.get(second);
  return undefined;
}

/**
 * Writes a file to stdout. False if it is missing or cannot be written: emk itself then prints it, or reports the
 * error.
 */
function print(file) {
  try {
    write(readFileSync(join(__dirname, file)));
    return true;
  } catch {
    return false;
  }
}

/** What a shell offers at a Tab. Errors are hidden: they would appear in the line that a person is typing. */
function answer(asked) {
  try {
    const {env, platform, pid} = process;
    const host = {env, platform, pid, cwd: process.cwd(), home: homeFolder()};
    const completable = () => JSON.parse(readFileSync(join(__dirname, '../dist/complete.json'), 'utf8'));
    return Buffer.from(require('../dist/complete.js').answer(asked, host, completable));
  } catch {
    return Buffer.alloc(0);
  }
}

/** Writes to stdout, which may be a pipe that takes it in parts, or whose reader has closed it. */
function write(bytes) {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if (error.code === 'EPIPE') return;
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

function start() {
  try {
    require('./packs.js').load('core.js').modules.entry.start(words).catch(broken);
  } catch (error) {
    broken(error);
  }
}

/** Whether emk comes from an archive with a Node.js of its own. */
function isStandalone() {
  return require('node:fs').existsSync(join(__dirname, '../../LICENSES.txt'));
}

/** What to do where emk cannot load one of its files: it is damaged, or the system opens no more files. */
function repairOf({code} = {}) {
  return code === 'EMFILE' || code === 'ENFILE'
    ? 'Close other programs, or allow more files in this shell: ulimit -n 1024'
    : `Install emk again: ${isStandalone() ? 'unpack its archive once more' : 'npm install -g emk-cli'}`;
}

/** Reports that emk cannot start. A shell may stand in a folder that another one has deleted. */
function broken(error) {
  const isGone = error?.syscall === 'uv_cwd';
  const why = isGone ? 'the folder that you are in is gone.' : String(error?.message).split('\n')[0];
  const message = `emk cannot start: ${why}`;
  const hint = isGone ? 'Change to a folder that is there, and run the same line again.' : repairOf(error);
  const asksForJson = words.some(word => /^(--json|(--output=|-o)?(json|jsonl))$/.test(word));
  const described = {
    error: {code: 'bug', exit: 1, message, fields: {}, hint, run: null, retry: 'unsafe', help: 'emk help bug'},
  };
  writeSync(2, asksForJson ? `${JSON.stringify(described)}\n` : `error: ${message}\n  ${hint}\n`);
  process.exitCode = 1;
}
