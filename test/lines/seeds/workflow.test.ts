/**
 * The workflow of the guide to CI: each step of its job is run by a shell, with the built emk against a sandbox. The other
 * programs are stand-ins that save their input.
 * @module-tag long
 */
import {spawn} from 'node:child_process';
import {chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {parse} from 'yaml';
import {keptCode} from '../../support/built-emk.js';
import {type Shell, startShell} from '../../support/shell.js';
import {listsOf} from './lists-of.js';

type Step = {readonly run?: string; readonly if?: string};

const guide = readFileSync('docs/ci.md', 'utf8');
const blocks = [...guide.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => text);
const [testData = '', workflow = ''] = blocks;
const {jobs, env} = parse(workflow) as {
  readonly jobs: {readonly mail: {readonly steps: readonly Step[]}};
  readonly env: Readonly<Record<string, string>>;
};
const steps = jobs.mail.steps.filter(({run}) => run !== undefined);

let shell: Shell;
let folder = '';
beforeEach(async () => {
  shell = await startShell({clock: 'real'});
  folder = mkdtempSync(join(tmpdir(), 'emk-workflow-'));
  mkdirSync(join(folder, 'bin'));
  program('emk', `exec "${process.execPath}" "${resolve('bin/emk.js')}" "$@"`);
  program('gh', 'echo "$@" > gh.txt');
  program('npm', 'case "$1" in test) env > test.env; exit "$TESTS_END_WITH" ;; esac');
  writeFileSync(join(folder, 'test-data.yaml'), testData);
});
afterEach(async () => {
  await shell.close();
  rmSync(folder, {recursive: true, force: true});
});

function program(name: string, body: string): void {
  const path = join(folder, 'bin', name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
}

/** The job as GitHub runs it: after a failed step, only those that always run. */
async function play(testsEndWith: string): Promise<readonly (readonly [string, number | null, string])[]> {
  const played: Array<readonly [string, number | null, string]> = [];
  const variables = join(folder, 'github.env');
  writeFileSync(variables, '');
  for (const {run = '', if: condition} of steps) {
    if (condition !== 'always()' && played.some(([, code]) => code !== 0)) continue;
    const set = readFileSync(variables, 'utf8').split('\n').filter(Boolean);
    const [code, stderr] = await sh(run, {
      ...Object.fromEntries(set.map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])),
      GITHUB_ENV: variables,
      TESTS_END_WITH: testsEndWith,
    });
    played.push([run, code, stderr]);
  }
  return played;
}

function sh(script: string, more: Readonly<Record<string, string>>): Promise<readonly [number | null, string]> {
  const child = spawn('sh', ['-e', '-c', script], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...keptCode,
      PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
      HOME: folder,
      EMK_BASE_URL: shell.sandbox.baseUrl,
      EMK_PUBLIC_KEY: shell.sandbox.publicKey,
      EMK_SECRET_KEY: shell.sandbox.secretKey,
      PULL_REQUEST: '7',
      RUN: 'gh-12345678901-1',
      ...more,
    },
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', text => (stderr += text));
  return new Promise(done => child.on('close', code => done([code, stderr])));
}

test.each([
  ['succeed', '0'],
  ['fail', '1'],
])(
  'the account is planned and seeded, and cleaned although tests %s',
  async (_, testsEndWith) => {
    const before = await listsOf(shell);
    expect((await sh('emk account pull account', {}))[0]).toBe(0);
    const played = await play(testsEndWith);
    expect(played).toEqual(
      steps.map(({run = ''}) => [
        run,
        run === 'npm test' ? Number(testsEndWith) : 0,
        run.includes('--out plan.md')
          ? 'Wrote plan.md.\n'
          : run.includes('clean')
            ? expect.stringMatching(/^Deleted/)
            : '',
      ]),
    );
    expect(readFileSync(join(folder, 'gh.txt'), 'utf8')).toBe('pr comment 7 --body-file plan.md\n');
    expect(readFileSync(join(folder, 'plan.md'), 'utf8')).toContain('No changes.');
    expect(readFileSync(join(folder, 'test.env'), 'utf8')).toMatch(/^QA=\d+$/m);
    const after = await listsOf(shell);
    const groups = after['groups']?.filter(({group_name}) => group_name !== 'CI');
    expect({...after, groups: groups}).toEqual(before);
  },
  240_000,
);

test('the workflow names every variable that its steps use, and the longest id of a job is one of a run', () => {
  expect(Object.keys(env)).toEqual(
    expect.arrayContaining(['EMK_BASE_URL', 'EMK_PUBLIC_KEY', 'EMK_SECRET_KEY', 'PULL_REQUEST', 'RUN']),
  );
  expect(
    env['RUN']?.replace(/\$\{\{ github.run_id \}\}/, '12345678901').replace(/\$\{\{ github.run_attempt \}\}/, '1'),
  ).toBe('gh-12345678901-1');
});
