/**
 * Everything that a command prints with `-o json` is JSON: one document on stdout for success, empty or not, and for a
 * failure nothing on stdout and one document at the end of stderr. Every command of the tree is run; only the values
 * that some need are listed by hand.
 */

import {afterAll, describe, expect, test} from 'vitest';
import type {Param} from '../../src/api/describe/schema.js';
import {tree} from '../../src/cli/tree.js';
import {optionName} from '../../src/commands/parameters.js';
import {commandsOf, loadTree} from '../../src/help/tree.js';
import {sample} from '../support/sample.js';
import {type Shell, startShell} from '../support/shell.js';
import {useShell} from '../support/use-shell.js';

/** Commands that keep running, start other programs or wait for a person; other tests cover them. */
const elsewhere = new Set(['sandbox run', 'sandbox serve', 'sandbox tour', 'auth login', 'auth switch', 'auth logout']);

const commands = commandsOf(await loadTree(tree)).filter(({path}) => !elsewhere.has(path.join(' ')));
const remote = commands.filter(
  ({path}) => !['auth', 'config', 'sandbox', 'completion', 'commands', 'mcp'].includes(path[0] ?? ''),
);
const lists = remote.filter(({command}) => 'count' in command.takes);

describe('in success', () => {
  const shell = useShell();

  test.each(sample(lists, 12))('$path', async ({path, command}) => {
    const {code, stdout} = await shell().emk([
      ...path,
      ...(await required(shell(), path, command.takes, command.args)),
      '-o',
      'json',
    ]);
    expect(code).toBe(0);
    expect(Array.isArray(JSON.parse(stdout))).toBe(true);
  });

  test.each(sample(lists, 4))('$path as lines', async ({path, command}) => {
    const {stdout} = await shell().emk([
      ...path,
      ...(await required(shell(), path, command.takes, command.args)),
      '-o',
      'jsonl',
    ]);
    for (const line of stdout.split('\n').filter(Boolean)) expect(() => JSON.parse(line)).not.toThrow();
  });

  test.each(sample(lists, 4))('$path that finds nothing', async ({path, command}) => {
    const [column = 'id'] = Object.keys(
      firstOf(
        (await shell().emk([...path, ...(await required(shell(), path, command.takes, command.args)), '-o', 'json']))
          .stdout,
      ),
    );
    const {code, stdout, stderr} = await shell().emk([
      ...path,
      ...(await required(shell(), path, command.takes, command.args)),
      // Whatever the kind of the column is: no record both lacks and has it.
      ...['--where', `${column}=`, '--where', `${column}!=`],
      '-o',
      'json',
    ]);
    expect([code, JSON.parse(stdout)]).toEqual([0, []]);
    expectJsonLines(stderr);
  });
});

describe('with the wrong keys', () => {
  const shell = useShell();

  test.each(sample(remote, 8))('$path', async ({path, command}) => {
    const words = [
      ...path,
      ...placeholders(command.takes, command.args),
      ...gates(command.takes),
      '--yes',
      '-o',
      'json',
    ];
    const {code, stdout, stderr} = await shell().emk(words, {
      env: {EMK_SECRET_KEY: 'a-key-of-nobody'},
      stdin: 'email\na@b.example\n',
    });
    if (LOCAL.has(path.join(' '))) return;
    expect(stderr).not.toContain('a-key-of-nobody');
    expect(code).not.toBe(0);
    expect(stdout === '' || JSON.parse(stdout)).toBeTruthy();
    expect(lastOf(stderr)).toMatchObject({error: {code: expect.any(String), exit: code, message: expect.any(String)}});
  });
});

describe('with an option that does not exist', () => {
  test.each(sample(commands, 10))('$path', async ({path}) => {
    const shell = await idle;
    const {code, stdout, stderr} = await shell.emk([...path, '--no-such-option', '-o', 'json']);
    expect([code, stdout]).toEqual([2, '']);
    expect(lastOf(stderr)).toMatchObject({error: {code: 'usage', exit: 2}});
  });
});

/** One sandbox for lines that never reach it. */
const idle = startShell();
afterAll(async () => (await idle).close());

/** Commands that need only this machine. */
const LOCAL = new Set(['contacts import status', 'contacts import resume']);

/** The input of checks: there is something to report, and nothing that makes them fail. */
const LOOKED_AT: Readonly<Record<string, readonly string[]>> = {
  'mailings check': ['Autumn preview', '--subject', 'HELLO EVERYBODY'],
  'automations check': ['Birthday', '--force', 'no-emails', '--force', 'group-exists'],
  'templates lint': ['Newsletter'],
};

/** The values that a list needs: its parent from the demo account, or a text to search for. */
async function required(
  shell: Shell,
  path: readonly string[],
  takes: Readonly<Record<string, Param>>,
  args: readonly string[],
): Promise<string[]> {
  const byHand = LOOKED_AT[path.join(' ')];
  if (byHand) return [...byHand];
  const needed = args.find(name => takes[name]?.required);
  if (needed === undefined) return [];
  if (needed === 'text') return ['example'];
  const parent = await shell.emk([...path.slice(0, -2), 'list', '-o', 'id', '--limit', '1']);
  return [parent.stdout.trim()];
}

/** A well-formed value without a meaning for every required parameter. */
const placeholders = (takes: Readonly<Record<string, Param>>, args: readonly string[]): string[] => [
  ...args.filter(name => takes[name]?.required).map(name => valueFor(takes[name] as Param)),
  ...Object.entries(takes).flatMap(([name, param]) =>
    args.includes(name) || !param.required
      ? []
      : [`--${optionName(name, param)}`, ...(param.type === 'flag' ? [] : [valueFor(param)])],
  ),
];

/** The options that a command insists on, although none of them is required by itself. */
const gates = (takes: Readonly<Record<string, Param>>): string[] => [
  ...('at' in takes && 'now' in takes ? ['--at', '2026-05-01 09:00'] : []),
  ...('subject' in takes && !takes['subject']?.required ? ['--subject', 'x'] : []),
  ...('name' in takes && !takes['name']?.required ? ['--name', 'xx'] : []),
  ...('email_address' in takes && takes['email_address']?.many ? ['--email', 'a@b.example'] : []),
];

function valueFor(param: Param): string {
  if (param.choices) return param.choices[0] ?? '';
  if (param.format === 'address') return 'a@b.example';
  if (param.value === 'audience') return 'contacts_1';
  if (param.limits?.pattern?.source.startsWith('^\\/')) return '/contacts-type';
  if (param.type === 'file') return '-';
  return '1';
}

const firstOf = (stdout: string): object => (JSON.parse(stdout) as object[])[0] ?? {};

const lastOf = (stderr: string): unknown => JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '');

const expectJsonLines = (text: string): void => {
  for (const line of text.split('\n').filter(Boolean)) expect(() => JSON.parse(line)).not.toThrow();
};
