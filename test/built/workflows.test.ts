/** The workflows of the repository: valid, with as few rights as they need, and calling only what is there. */
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {parse} from 'yaml';

type Step = {readonly uses?: string; readonly run?: string; readonly with?: Readonly<Record<string, unknown>>};
type Job = {
  readonly needs?: string;
  readonly uses?: string;
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: {readonly matrix: Readonly<Record<string, readonly unknown[]>>};
  readonly steps?: readonly Step[];
};
type Workflow = {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, Job>>;
};

const folder = '.github/workflows';
const names = readdirSync(folder);
const text = (name: string): string => readFileSync(`${folder}/${name}`, 'utf8');
const workflow = (name: string): Workflow => parse(text(name));
const stepsOf = ({jobs}: Workflow): readonly Step[] => Object.values(jobs).flatMap(({steps = []}) => steps);
const {scripts} = JSON.parse(readFileSync('package.json', 'utf8'));

test.each(names)('%s runs only files and scripts that are there', name => {
  const lines = stepsOf(workflow(name)).flatMap(({run}) => (run === undefined ? [] : [run]));
  const files = lines.flatMap(line => [...line.matchAll(/(?:^|\s)(\.ci\/[\w./-]+)/g)].map(([, file = '']) => file));
  expect(files.filter(file => !existsSync(file))).toEqual([]);
  const called = lines.flatMap(line =>
    [...line.matchAll(/npm run ([\w:]+)(?! *--if-present)\b/g)].map(([, script = '']) => script),
  );
  expect(called.filter(script => !(script in scripts) && !lines.some(line => line.includes('--if-present')))).toEqual(
    [],
  );
  for (const {uses} of Object.values(workflow(name).jobs))
    if (uses !== undefined) expect(existsSync(uses), uses).toBe(true);
});

test.each(names)('%s pins each action by its commit, or says why it is pinned by its major version', name => {
  const lines = text(name).split('\n');
  const loose = lines.filter(
    (line, at) =>
      /uses: actions\//.test(line) && !/@[0-9a-f]{40} # v/.test(line) && !/By major/.test(lines[at - 1] ?? ''),
  );
  expect(loose).toEqual([]);
  expect(lines.filter(line => /uses: (?!actions\/|\.\/)/.test(line))).toEqual([]);
});

test.each(names)('%s gives no job more rights than its own, and checks out without keeping a token', name => {
  const {permissions, jobs} = workflow(name);
  expect([{}, {contents: 'read'}]).toContainEqual(permissions);
  for (const [job, {steps = [], permissions: own = {}}] of Object.entries(jobs)) {
    const builds = steps.some(({run = ''}) => /npm ci|npm run|\.ci\//.test(run));
    if (builds) expect([job, Object.values(own).includes('write')]).toEqual([job, false]);
    for (const step of steps.filter(({uses}) => uses?.startsWith('actions/checkout@')))
      expect(step.with?.['persist-credentials']).toBe(false);
  }
});

test('a change and a release are checked on three systems and four versions of Node', () => {
  const {strategy, steps = []} = workflow('check.yml').jobs['check'] ?? {};
  expect(strategy?.matrix).toEqual({
    os: ['ubuntu-latest', 'macos-latest', 'windows-latest'],
    node: [20, 22, 24, 26],
  });
  expect(steps.at(-1)?.run).toBe('.ci/run');
  expect(workflow('release.yml').jobs['check']?.uses).toBe('./.github/workflows/check.yml');
});

test('each night all is played that a check leaves out', () => {
  const {on, jobs} = workflow('nightly.yml');
  expect(on).toHaveProperty('schedule');
  expect(text('nightly.yml')).toContain("EMK_EVERY_REQUEST: '1'");
  expect(
    Object.values(jobs).map(({steps = []}) => steps.flatMap(({run = 'npm ci'}) => (run === 'npm ci' ? [] : run))),
  ).toEqual([['npm run test:long -- --testTimeout 1200000', 'npm run test:faults -- --long'], ['npm audit']]);
});

test('a release is built after its checks, published by a job that builds nothing, and announced with all its files', () => {
  const {build, publish, announce} = workflow('release.yml').jobs;
  expect([build?.needs, publish?.needs, announce?.needs]).toEqual(['check', 'build', 'publish']);
  expect(publish).toMatchObject({environment: 'npm', permissions: {'id-token': 'write'}});
  const published = publish?.steps?.flatMap(({run}) => run ?? []).join('\n');
  expect(published).toContain('--provenance');
  expect(published).not.toMatch(/npm ci|npm run/);
  expect(announce?.steps?.at(-1)?.run).toContain('gh release create');
});

test('.ci/run names no program that macOS or Git Bash lacks', () => {
  const script = readFileSync('.ci/run', 'utf8');
  const portable = script.replace(/^within\(\) \{\n(?:.*\n)*?\}$/m, '').replace(/^ *#.*$/gm, '');
  expect(portable.match(/(?<!-)\b(?:sha256sum|timeout|readlink -f|mapfile|declare -A|sed -i)\b(?! *=)/g)).toEqual(null);
});
