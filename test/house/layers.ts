/** Who may import whom. A single import can break a rule, so each file is read. */
import {readdirSync, readFileSync} from 'node:fs';
import {posix} from 'node:path';
import {describe, expect, test} from 'vitest';

/** Every room from top to bottom: each imports only those below it, by value, by type and lazily alike. */
const rooms = [
  'entry.ts',
  'sandbox/library',
  'cli',
  'agents',
  'help',
  'sandbox/commands',
  'sandbox/running',
  'sandbox/http',
  'sandbox/account',
  'sandbox/service',
  'files/seed',
  'files/undo',
  'files/account',
  'contacts',
  'resources',
  'insight',
  'mailings',
  'people',
  'accounts',
  'ask/line',
  'commands',
  'change/records',
  'change/context.ts',
  'change/agree.ts',
  'ask/terminal',
  'change/work',
  'output',
  'letters/preview',
  'letters/markdown',
  'letters/html',
  'core/own-files',
  'csv/columns',
  'csv/bytes',
  'change/effect',
  'change/keeping.ts',
  'change/identity',
  'change/ask.ts',
  'records/view',
  'records/fields',
  'records/dates',
  'endpoints',
  'api/client',
  'api/answers',
  'api/wire',
  'api/describe',
  'core/system',
  'core/json-schema',
  'core/words',
  'core/errors.ts',
] as const;

type Import = {readonly from: string; readonly to: string; readonly how: 'value' | 'type' | 'lazy'};

const statement = /^(?:import|export) (type )?[^;'"]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm;

const importsOf = (from: string, text: string): Import[] =>
  [...text.matchAll(statement)].map(([, type, named, bare, lazy]): Import => {
    const target = named ?? bare ?? lazy ?? '';
    const to = target.startsWith('.') ? posix.join(posix.dirname(from), target).replace(/\.js$/, '.ts') : target;
    return {from, to, how: lazy === undefined ? (type ? 'type' : 'value') : 'lazy'};
  });

/** A file without the page of help that it holds: programs that the page shows import what they like. */
const withoutPage = (text: string): string => text.replace(/^export default `[^`]*`;$/m, '');

/** The room of a file; -1 for a file outside of all rooms. */
const roomOf = (path: string): number =>
  rooms.findIndex(room => path === room || (!room.endsWith('.ts') && path.startsWith(`${room}/`)));

/** Upward imports, among imports between files of the project. */
const lookingUp = (some: readonly Import[]): Import[] =>
  some.filter(({from, to}) => to.endsWith('.ts') && roomOf(to) < roomOf(from));

/** Files that lead back to themselves, by value, by type and lazily alike. */
function circlesIn(some: readonly Import[]): string[] {
  const needs = new Map<string, string[]>();
  for (const {from, to} of some) needs.set(from, [...(needs.get(from) ?? []), to]);
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, above: readonly string[]): void => {
    if (above.includes(path)) circles.push([...above.slice(above.indexOf(path)), path].join(' → '));
    else if (!done.has(path)) for (const next of needs.get(path) ?? []) visit(next, [...above, path]);
    done.add(path);
  };
  for (const path of needs.keys()) visit(path, []);
  return circles;
}

const sources = new Map(
  readdirSync('src', {recursive: true, encoding: 'utf8'})
    .filter(path => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .map(path => [path.replaceAll('\\', '/'), withoutPage(readFileSync(`src/${path}`, 'utf8'))]),
);
const imports = [...sources].flatMap(([path, text]) => importsOf(path, text));
const inside = imports.filter(({to}) => to.endsWith('.ts') && sources.has(to));

test('imports are found', () => {
  expect(imports.length).toBeGreaterThan(500);
  expect(imports.filter(({to}) => to.endsWith('.ts') && !sources.has(to))).toEqual([]);
});

describe('rooms', () => {
  test('look down only', () => {
    expect(lookingUp(inside)).toEqual([]);
  });

  test('have every file in them', () => {
    expect([...sources.keys()].filter(path => roomOf(path) < 0)).toEqual([]);
  });

  test.each([
    ['a value', `import {list} from '../../commands/verbs/read.js';`],
    ['a type', `import type {Command} from '../../commands/command.js';`],
    ['a type among values', `import {type Command} from '../../commands/command.js';`],
    ['a lazy import', `const load = () => import('../../commands/command.js');`],
    ['what is only passed on', `export {command} from '../../commands/command.js';`],
  ])('are not passed by with %s', (_, line) => {
    expect(lookingUp(importsOf('api/wire/any.ts', line))).toHaveLength(1);
    expect(lookingUp(importsOf('resources/deep/any.ts', line))).toEqual([]);
  });
});

test('each dependency lives in one file', () => {
  const users = new Map<string, Set<string>>();
  for (const {from, to} of imports.filter(({to}) => !/^node:|\.ts$|package\.json$/.test(to))) {
    const name = to
      .split('/')
      .slice(0, to.startsWith('@') ? 2 : 1)
      .join('/');
    users.set(name, (users.get(name) ?? new Set()).add(from));
  }
  expect([...users].filter(([, files]) => files.size > 1)).toEqual([]);
});

test('process is touched where the machine is, and nowhere else', () => {
  const touching = [...sources]
    .filter(([, text]) => /\bprocess\.\w|node:process/.test(withoutComments(text)))
    .map(([path]) => path);
  expect(touching.filter(path => path !== 'entry.ts' && !path.startsWith('core/system/'))).toEqual([]);
});

test('files do not know each other in a circle', () => {
  expect(circlesIn(inside)).toEqual([]);
});

test('files silence no checker', () => {
  const silenced = [...sources].filter(
    ([, text]) =>
      /@ts-(ignore|expect-error|nocheck)|biome-ignore/.test(text) || /(\bas|:) any\b/.test(withoutComments(text)),
  );
  expect(silenced.map(([path]) => path)).toEqual([]);
});

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
