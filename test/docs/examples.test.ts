/**
 * A stranger's programs, as the help shows them, on the package as npm would install it, in an empty folder.
 * @module-tag long
 */
import {execFileSync, spawnSync} from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {parse} from 'yaml';
import {understood} from './understood.js';

const folder = mkdtempSync(join(tmpdir(), 'emk-examples-'));
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(EMK_|VITEST|NODE_OPTIONS)/.test(name)),
);

beforeAll(() => {
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {env});
  const installed = join(folder, 'node_modules/emk-cli');
  mkdirSync(installed, {recursive: true});
  execFileSync('tar', ['xzf', join(folder, packed.toString().trim()), '--strip-components', '1', '-C', installed]);
  mkdirSync(join(folder, 'node_modules/.bin'));
  symlinkSync(join(installed, 'bin/emk.js'), join(folder, 'node_modules/.bin/emk'));
  for (const name of ['node-sqlite3-wasm', 'vitest'])
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
  cpSync('test/docs/examples', folder, {recursive: true});
  mkdirSync(join(folder, 'account/contacts'), {recursive: true});
  for (const [path, text] of shown) {
    mkdirSync(dirname(join(folder, path)), {recursive: true});
    writeFileSync(join(folder, path), text);
  }
});
afterAll(() => rmSync(folder, {recursive: true, force: true}));

/** A program that uses every type, for both kinds of module. */
const typed = `import {type LoggedRequest, type Sandbox, type SentMail, startSandbox} from 'emk-cli/sandbox';

export async function play(): Promise<readonly [LoggedRequest[], SentMail[]]> {
  await using sandbox: Sandbox = await startSandbox({random: 7});
  sandbox.faults.add('GET /senders=500:1', '*=latency,ms=1');
  const now: Date = await sandbox.clock.advance('2 days');
  // @ts-expect-error There is no such option.
  await startSandbox({acount: 'folder'});
  // @ts-expect-error It takes words.
  await sandbox.clock.advance(now);
  return [await sandbox.requests(), await sandbox.mail({to: 'ada@example.com'})];
}
`;

const testing = readFileSync('docs/testing.md', 'utf8');

/** The files that the page shows, each below its name. */
const shown = new Map(
  [...testing.matchAll(/^### ([^\n]*)\n+(?:[^#`\n][^\n]*\n+)*```\w+\n(.*?)^```$/gms)].map(
    ([, name = '', text = '']) => [name, text],
  ),
);

function run(program: string, ...args: readonly string[]): string {
  const {status, stdout, stderr, error} = spawnSync(program, args, {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: 100_000,
  });
  expect(status, `${error?.message ?? ''}${stdout}${stderr}`).toBe(0);
  return stdout;
}

const isThere = (program: string, ...args: readonly string[]): boolean => spawnSync(program, args).status === 0;

test('the page shows each kind of file', () => {
  expect([...shown.keys()]).toEqual([
    ...['vitest.setup.js', 'conftest.py', '.github/workflows/test.yml', 'Dockerfile'],
  ]);
});

test('node:test, as ES module and as CommonJS', () => {
  run(process.execPath, '--test', 'lists.node.mjs', 'lists.node.cjs');
}, 120_000);

test('a program that ends before it has stopped its sandbox, ends', () => {
  writeFileSync(
    join(folder, 'forgotten.mjs'),
    `import {startSandbox} from 'emk-cli/sandbox';\nconsole.log((await startSandbox()).env.EMK_CONFIG_DIR);\n`,
  );
  const config = run(process.execPath, 'forgotten.mjs').trim();
  expect(existsSync(dirname(config))).toBe(false);
}, 120_000);

test('a dozen sandboxes at once cause no warning', () => {
  writeFileSync(
    join(folder, 'dozen.mjs'),
    `import {startSandbox} from 'emk-cli/sandbox';
const warnings = [];
process.on('warning', ({message}) => warnings.push(message));
const all = await Promise.all(Array.from({length: 12}, () => startSandbox({empty: true})));
await Promise.all(all.map(sandbox => sandbox.stop()));
console.log(JSON.stringify(warnings));\n`,
  );
  expect(run(process.execPath, 'dozen.mjs')).toBe('[]\n');
}, 120_000);

test('the program of the guide', () => {
  const [, program = ''] = /```js\n(import \{startSandbox\}.*?)```/s.exec(testing) ?? [];
  writeFileSync(join(folder, 'guide.mjs'), program);
  expect(run(process.execPath, 'guide.mjs')).toMatch(/^\[/);
}, 120_000);

test('vitest, with the setup file of the page', () => {
  writeFileSync(join(folder, 'vitest.config.mjs'), `export default {test: {setupFiles: ['./vitest.setup.js']}};`);
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  run(process.execPath, 'node_modules/vitest/vitest.mjs', 'run', 'lists.test.mjs');
}, 120_000);

test('types, for a program that knows no other', () => {
  for (const name of ['typed.mts', 'typed.cts']) writeFileSync(join(folder, name), typed);
  const strict = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022'];
  const tsc = resolve('node_modules/typescript/bin/tsc');
  run(process.execPath, tsc, ...strict, '--module', 'nodenext', 'typed.mts', 'typed.cts');
}, 120_000);

test.runIf(isThere('python3', '-c', ''))(
  'pytest, with the fixture of the page',
  () => {
    run(
      'python3',
      '-c',
      'import ast, sys; [ast.parse(open(name).read()) for name in sys.argv[1:]]',
      'conftest.py',
      'test_lists.py',
    );
    if (isThere('python3', '-c', 'import pytest'))
      run('python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'test_lists.py');
  },
  120_000,
);

test('the workflow is YAML whose lines a shell reads, and the container runs a line that emk understands', async () => {
  const {jobs} = parse(shown.get('.github/workflows/test.yml') ?? '');
  const lines = jobs.test.steps.flatMap(({run: line}: {run?: string}) => line ?? []);
  expect(lines.length).toBeGreaterThan(1);
  run('sh', '-n', '-c', lines.join('\n'));
  const dockerfile = (shown.get('Dockerfile') ?? '').replaceAll('\\\n', '');
  const [, json = ''] = /^CMD (.*)$/m.exec(dockerfile) ?? [];
  const [program, ...words] = JSON.parse(json) as string[];
  expect(program).toBe('emk');
  await understood(words);
});

test('nothing is left behind in the temporary folder of a program that stopped its sandbox', () => {
  const own = join(folder, 'temporary');
  mkdirSync(own);
  const code = `import {startSandbox} from 'emk-cli/sandbox';
    const sandbox = await startSandbox();
    await sandbox.stop();`;
  writeFileSync(join(folder, 'once.mjs'), code);
  const {status, stderr} = spawnSync(process.execPath, ['once.mjs'], {
    cwd: folder,
    env: {...env, TMPDIR: own, HOME: own},
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  expect(readdirSync(own)).toEqual([]);
});
