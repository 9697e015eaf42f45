/** Which tests hold promises from outside: they type lines, and know nothing of what is inside but the tree, the table and the errors. */
import {existsSync, readFileSync} from 'node:fs';
import {posix} from 'node:path';

/** What runs lines, reads accounts and starts sandboxes for all tests. It may import what it starts. */
const support = /^test\/(?:[\w-]+|support\/[\w-]+|terminal\/[\w-]+|sandbox\/http\/raw)\.ts$/;

/** What a test from outside may ask of `src`: which commands, endpoints and errors there are. */
const known = /^src\/(?:cli\/tree|endpoints\/[\w-]+|errors|core\/errors|reference\/tree|sandbox\/running\/start)\.ts$/;

const statement = /^(?:import|export) (type )?[^;'"]*?from '(\.[^']+)'|^import '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm;

/** Whether a test file, and each helper that it brings, is such a test. */
export function isOuter(file, root = '.', seen = new Set()) {
  if (seen.has(file)) return true;
  seen.add(file);
  const path = posix.join(root, file);
  if (!existsSync(path)) return true;
  return [...readFileSync(path, 'utf8').matchAll(statement)].every(([, type, named, bare, lazy]) => {
    const to = posix.join(posix.dirname(file), named ?? bare ?? lazy).replace(/\.js$/, '.ts');
    if (type || to.startsWith('..')) return true;
    if (to.startsWith('src/')) return known.test(to);
    return (support.test(to) && !to.endsWith('.test.ts')) || isOuter(to, root, seen);
  });
}
