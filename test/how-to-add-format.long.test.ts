/** A format, added in a copy of the sources: every command is right, and so are configuration, help and completion. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {parse} from 'yaml';
import type {Command} from '../src/commands/command.js';
import type {Tree} from '../src/commands/tree-words.js';
import type {Format} from '../src/output/results/format.js';
import {formatAddition} from './format-addition.js';
import type {Shell} from './shell.js';
import {copyTree, type TreeCopy} from './tree-copy.js';

type Changed = {
  readonly startShell: () => Promise<Shell>;
  readonly completable: (places: unknown) => Promise<unknown>;
  readonly tree: Tree;
  readonly formatsOf: (command: Command) => readonly Format[];
  readonly commandsOf: (
    places: unknown,
  ) => ReadonlyArray<{readonly path: readonly string[]; readonly command: Command}>;
  readonly loadTree: (tree: Tree) => Promise<unknown>;
};
let copy: TreeCopy;
let changed: Changed;
let shell: Shell;
beforeAll(async () => {
  copy = copyTree();
  copy.edit(formatAddition);
  changed = await copy.load<Changed>(`
    export {startShell} from './test/shell.ts';
    export {toCompletable as completable} from './src/reference/completion/stops.ts';
    export {tree} from './src/cli/tree.ts';
    export {formatsOf} from './src/commands/command-formats.ts';
    export {commandsOf, loadTree} from './src/reference/load-tree.ts';`);
  shell = await changed.startShell();
  await shell.emk('account pull pulled');
}, 120_000);
afterAll(async () => {
  await shell?.close();
  copy?.remove();
});

test('every command can print it that can print JSON, and no other', async () => {
  const commands = changed.commandsOf(await changed.loadTree(changed.tree));
  const able = (name: string): readonly string[] =>
    commands
      .filter(({command}) => changed.formatsOf(command).some(each => each === name))
      .map(({path}) => path.join(' '));
  expect(able('yaml')).toEqual(able('json'));
  expect(able('yaml').length).toBeGreaterThan(80);
});

/** Commands that depended on the format by name. */
test.each([
  'contact-types list',
  'contact-types list --where name=None',
  'contact-types list --columns id,name --sort -name',
  'contact-types show Newsletter',
  'contact-types create Leads --dry-run',
  'contact-types delete 99 --yes',
  'contacts show 1',
  'contacts show ann@example.com --everywhere',
  'unsubscribers list',
  'unsubscribers list --columns email_address,left',
  'automations show Welcome',
  'single-sends stats',
  "single-sends stats 'Summer offer' 'Spring news' --compare",
  "single-sends check 'Spring news'",
  'templates lint 1',
  'agenda',
  'report',
  'account plan pulled',
  'config get output',
  'sandbox path',
  'sandbox mail --limit 2',
  'contact-types delete 1',
])('emk %s says the same as in JSON', async line => {
  const [json, yaml] = [await shell.emk(`${line} -o json`), await shell.emk(`${line} -o yaml`)];
  expect([yaml.code, yaml.stderr]).toEqual([json.code, json.stderr]);
  if (json.stdout === '') expect(yaml.stdout).toBe('');
  else expect(parse(yaml.stdout)).toEqual(JSON.parse(json.stdout));
});

test('what makes a file of its own tells of it, and without a file refuses to', async () => {
  const {stdout} = await shell.emk('contacts export made.csv -o yaml');
  expect(parse(stdout)).toMatchObject({path: 'made.csv', sha256: expect.any(String)});
  const untold = await shell.emk('contacts export -o yaml');
  expect([untold.code, untold.stdout, untold.stderr]).toEqual([2, '', expect.stringContaining('prints CSV, not yaml')]);
  expect((await shell.emk('sandbox tour -o yaml')).code).toBe(2);
});

test('the end of a file says it, so does the configuration, and the wrong option leads to it', async () => {
  await shell.emk('contact-types list --out types.yml');
  expect(parse(readFileSync(join(shell.folder, 'types.yml'), 'utf8'))).toHaveLength(3);
  const {stdout} = await shell.emk('contact-types show 1', {env: {EMK_OUTPUT: 'yaml'}});
  expect(parse(stdout)).toMatchObject({id: 1, name: 'Newsletter'});
  expect((await shell.emk('contact-types list --yaml')).stderr).toContain('Did you mean --output yaml?');
});

test('help explains it, and every shell completes it', async () => {
  expect((await shell.emk('help output')).stdout).toMatch(/^ {2}yaml +one YAML document, as JSON is$/m);
  expect((await shell.emk('help environment')).stdout).toContain('id or yaml, as --output');
  expect(JSON.stringify(await changed.completable(await changed.loadTree(changed.tree)))).toContain('id,yaml"');
});
