/**
 * Which tests hold promises from outside: they type lines, and call nothing that leads to what decides about people and
 * data. The sandbox is the other side, and words, fields and tables decide nothing.
 */
import {existsSync, readFileSync} from 'node:fs';
import {posix} from 'node:path';
import {filesOfRooms} from './rooms.mjs';

const root = new URL('../..', import.meta.url).pathname;
const deciding = new Set(filesOfRooms(root).map(file => `src/${file}`));

/** What runs lines, reads accounts and starts sandboxes for all tests. It may import what it starts. */
const support = /^test\/support\/[\w-]+\.ts$/;

/** What asks of `src` which commands, endpoints and errors there are, whatever that loads. */
const known = /^src\/(?:cli\/tree|endpoints\/[\w-]+|errors|core\/errors|help\/tree)\.ts$/;

const statement = /^(?:import|export) (type )?[^;'"]*?from '(\.[^']+)'|^import '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm;

/** Whether a test file, and each helper that it brings, is such a test. */
export function isOuter(file, seen = new Set()) {
  if (seen.has(file)) return true;
  seen.add(file);
  return importsOf(file).every(to => {
    if (to.startsWith('src/')) return known.test(to) || !leadsToDecisions(to);
    return (support.test(to) && !to.endsWith('.test.ts')) || isOuter(to, seen);
  });
}

const found = new Map();

/** Whether a file of `src` decides, or loads one that does at any time. */
function leadsToDecisions(file) {
  if (deciding.has(file)) return true;
  const before = found.get(file);
  if (before !== undefined) return before;
  found.set(file, false);
  const leads = importsOf(file).some(leadsToDecisions);
  found.set(file, leads);
  return leads;
}

/** The files of this project that a file imports for more than a type. */
function importsOf(file) {
  const path = posix.join(root, file);
  if (!existsSync(path)) return [];
  return [...readFileSync(path, 'utf8').matchAll(statement)]
    .filter(([, type]) => !type)
    .map(([, , named, bare, lazy]) => posix.join(posix.dirname(file), named ?? bare ?? lazy).replace(/\.js$/, '.ts'))
    .filter(to => !to.startsWith('..'));
}
