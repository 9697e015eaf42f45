/** Who may know whom. Each rule is broken by a single import, so each file is read and nothing is believed. */
import {readdirSync, readFileSync} from 'node:fs';
import {posix} from 'node:path';
import {describe, expect, test} from 'vitest';

/** What each folder may import besides itself; `type:` means types alone. */
const layers: Readonly<Record<string, readonly string[]>> = {
  api: ['errors', 'error-code', 'loopback', 'type:accounts'],
  output: ['api', 'commands', 'errors', 'type:host'],
  commands: ['api', 'output', 'accounts', 'errors', 'type:host'],
  accounts: ['api', 'commands', 'resources', 'errors', 'error-code', 'lock', 'loopback', 'type:host'],
  resources: ['api', 'commands', 'contacts-import', 'errors'],
  'contacts-import': [
    'api',
    'commands',
    'output',
    'accounts',
    'resources',
    'errors',
    'error-code',
    'lock',
    'whole-file',
    'type:host',
  ],
  sandbox: ['api', 'commands', 'accounts', 'resources', 'errors', 'error-code', 'type:host'],
  reference: ['api', 'commands', 'sandbox', 'tree', 'route'],
};

/** The one file of each dependency. */
const homes: Readonly<Record<string, string>> = {
  undici: 'api/http.ts',
  'form-data': 'api/form.ts',
  commander: 'program.ts',
  '@inquirer/confirm': 'commands/prompts.ts',
  '@inquirer/input': 'commands/prompts.ts',
  '@inquirer/password': 'commands/prompts.ts',
  '@inquirer/select': 'commands/prompts.ts',
  conf: 'accounts/store.ts',
  'cli-table3': 'output/table.ts',
  chalk: 'output/table.ts',
  'fast-string-width': 'output/width.ts',
  'csv-stringify': 'output/csv.ts',
  'node-sqlite3-wasm': 'sandbox/store.ts',
  '@fastify/busboy': 'sandbox/form.ts',
};

type Import = {readonly from: string; readonly to: string; readonly how: 'value' | 'type' | 'lazy'};

const sources = new Map(
  readdirSync('src', {recursive: true, encoding: 'utf8'})
    .filter(path => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .map(path => [path.replaceAll('\\', '/'), readFileSync(`src/${path}`, 'utf8')]),
);

const statement = /^(?:import|export) (type )?[^;'"]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm;

const imports = [...sources].flatMap(([from, text]) =>
  [...text.matchAll(statement)].map(([, type, named, bare, lazy]): Import => {
    const target = named ?? bare ?? lazy ?? '';
    const to = target.startsWith('.') ? posix.join(posix.dirname(from), target).replace(/\.js$/, '.ts') : target;
    return {from, to, how: lazy === undefined ? (type ? 'type' : 'value') : 'lazy'};
  }),
);
const inside = imports.filter(({to}) => to.endsWith('.ts') && sources.has(to));
const layerOf = (path: string): string => path.split('/')[0]?.replace(/\.ts$/, '') ?? '';

test('imports are found', () => {
  expect(imports.length).toBeGreaterThan(500);
  expect(imports).toContainEqual({from: 'tree.ts', to: 'resources/index.ts', how: 'value'});
  expect(imports).toContainEqual({from: 'tree.ts', to: 'api-command.ts', how: 'lazy'});
  expect(imports).toContainEqual({from: 'tree.ts', to: 'commands/command.ts', how: 'type'});
  expect(imports.filter(({to}) => to.endsWith('.ts') && !sources.has(to))).toEqual([]);
});

test.each(Object.entries(layers))('%s knows only those below it', (layer, allowed) => {
  const strangers = inside
    .filter(({from, to}) => from.startsWith(`${layer}/`) && layerOf(to) !== layer)
    .filter(
      ({to, how}) => !allowed.includes(layerOf(to)) && !(how === 'type' && allowed.includes(`type:${layerOf(to)}`)),
    );
  expect(strangers).toEqual([]);
});

test('every folder has its place', () => {
  const folders = new Set([...sources.keys()].filter(path => path.includes('/')).map(layerOf));
  expect([...folders].sort()).toEqual(Object.keys(layers).sort());
});

test('only the client speaks HTTP, and only the context makes it do so', () => {
  const users = inside.filter(({to, how}) => to === 'api/http.ts' && how !== 'type').map(({from}) => from);
  expect(users).toEqual(['context.ts']);
});

test('each dependency lives in one file', () => {
  const packages = imports.filter(({to}) => !/^node:|\.ts$|^\.\.\/package\.json$/.test(to));
  const nameOf = (to: string): string =>
    to
      .split('/')
      .slice(0, to.startsWith('@') ? 2 : 1)
      .join('/');
  expect(packages.filter(({from, to}) => homes[nameOf(to)] !== from)).toEqual([]);
  expect(packages.length).toBeGreaterThan(10);
});

test('process is touched where the process is, and nowhere else', () => {
  const touching = [...sources]
    .filter(([, text]) => /\bprocess\.\w|node:process/.test(withoutComments(text)))
    .map(([path]) => path);
  expect(touching.sort()).toEqual(['entry.ts', 'host.ts']);
});

test('only errors are classes', () => {
  const classes = [...sources].flatMap(
    ([path, text]) => text.match(/^.*\bclass \w+.*\{/gm)?.map(line => ({path, line})) ?? [],
  );
  expect(classes.filter(({line}) => !/ extends \w*(Error|EmkError)\b/.test(line)).map(({line}) => line)).toEqual([]);
});

describe('files', () => {
  test('hold one idea: none is called utils, none only passes on', () => {
    expect([...sources.keys()].filter(path => /(^|\/)(utils?|helpers?|misc)\.ts$/.test(path))).toEqual([]);
    const passingOn = [...sources].filter(([, text]) =>
      /^(\s*export [^;]* from [^;]*;)+\s*$/.test(withoutComments(text)),
    );
    expect(passingOn.map(([path]) => path)).toEqual([]);
  });

  test('do not need each other to begin: no circle of imports', () => {
    const needs = new Map<string, string[]>();
    for (const {from, to, how} of inside) if (how === 'value') needs.set(from, [...(needs.get(from) ?? []), to]);
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (path: string, above: readonly string[]): void => {
      if (above.includes(path)) circles.push([...above.slice(above.indexOf(path)), path].join(' → '));
      else if (!done.has(path)) for (const next of needs.get(path) ?? []) visit(next, [...above, path]);
      done.add(path);
    };
    for (const path of sources.keys()) visit(path, []);
    expect(circles).toEqual([]);
  });

  test('silence no checker', () => {
    const silenced = [...sources].filter(
      ([, text]) =>
        /@ts-(ignore|expect-error|nocheck)|biome-ignore/.test(text) || /(\bas|:) any\b/.test(withoutComments(text)),
    );
    expect(silenced.map(([path]) => path)).toEqual([]);
  });
});

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
