#!/usr/bin/env node
'use strict';

const {readFileSync, writeSync} = require('node:fs');
const {join} = require('node:path');

const completions = {bash: 'emk.bash', zsh: '_emk', fish: 'emk.fish', powershell: 'emk.ps1'};
const words = process.argv.slice(2);
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  const hint = 'Install a newer one from https://nodejs.org, or with your version manager: nvm install 22';
  process.stderr.write(`emk needs Node.js 20.19 or newer, and this is ${process.version}.\n${hint}\n`);
  process.exitCode = 3;
} else if (words[0] === 'completion' && words[1] === 'answer') {
  write(answer(words.slice(2)));
} else {
  // At a terminal, `emk` alone shows what can be done now.
  const opensHome = words.length === 0 && [0, 1, 2].every(require('node:tty').isatty);
  if (opensHome || !print(readyMade(words))) start();
}

/** The file of a page that is the same for everybody, made at build time: showing it takes no longer than bare node. */
function readyMade([first, second, ...more]) {
  const [last, ...path] = words.toReversed();
  if (second === undefined && /^(--version|-V)$/.test(first)) return '../dist/version.txt';
  if (second === undefined && (first === undefined || /^(--help|-h|help)$/.test(first))) return '../dist/help.txt';
  const isHelp = (last === '--help' || last === '-h') && path.every(word => /^[a-z][a-z-]*$/.test(word));
  if (isHelp) return `../dist/help/${path.reverse().join('/')}.txt`;
  if (first === 'completion' && more.length === 0) return `../completions/${completions[second]}`;
  return undefined;
}

/** Prints a file. False if there is none or it cannot be written: emk itself then prints it, or reports the error. */
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
    const host = {env, platform, pid, cwd: process.cwd(), home: require('node:os').homedir()};
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

/** Reports that emk cannot start: most often it is damaged. A shell may stand in a folder that another one has deleted. */
function broken({code, syscall, message: why} = {}) {
  const hint =
    (syscall === 'uv_cwd' && 'Change to a folder that is there, and run the same line again.') ||
    (code === 'EMFILE' && 'Close other programs, or allow more files in this shell: ulimit -n 1024') ||
    'Install emk again: npm install -g emk-cli';
  const message = `emk cannot start: ${String(why).split('\n')[0]}`;
  const error = {code: 'bug', exit: 1, message, fields: {}, hint, run: null, retry: 'unsafe', help: 'emk help bug'};
  const asJson = words.some(word => /^(--json|(--output=|-o)?(json|jsonl))$/.test(word));
  writeSync(2, asJson ? `${JSON.stringify({error})}\n` : `error: ${message}\n  ${hint}\n`);
  process.exitCode = 1;
}
