/** The two commands of the reference, run like a user would. */

import {readFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {loadOperations} from '../../src/endpoints/all.js';
import {scriptFiles} from '../../src/help/complete-command.js';
import {commandsOf, loadTree} from '../../src/help/tree.js';
import {runAgainst} from '../support/run-against.js';

const nowhere = 'http://127.0.0.1:9/api';
const emk = (line: string) => runAgainst(nowhere, line);
const commands = commandsOf(await loadTree(tree));

describe('emk commands', () => {
  type Listed = {
    readonly command: string;
    readonly summary: string;
    readonly below: readonly Listed[];
    readonly args?: ReadonlyArray<{readonly name: string; readonly required: boolean}>;
    readonly options?: ReadonlyArray<{readonly name: string; readonly choices: readonly string[] | null}>;
    readonly examples?: readonly string[];
    readonly operations?: ReadonlyArray<{readonly route: string; readonly effect: string}>;
  };
  const flat = (listed: readonly Listed[]): Listed[] => listed.flatMap(one => [one, ...flat(one.below)]);

  test('is the whole tree as JSON', async () => {
    const {code, stdout, stderr} = await emk('commands -o json');
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    const data: {commands: Listed[]; options: Array<{name: string}>} = JSON.parse(stdout);
    const runnable = flat(data.commands).filter(({examples}) => examples !== undefined);
    expect(runnable.map(({command}) => command)).toEqual(commands.map(({path}) => `emk ${path.join(' ')}`));
    expect(data.options.map(({name}) => name)).toContain('--dry-run');
    const create = runnable.find(({command}) => command === 'emk fields create');
    expect(create?.options).toContainEqual({
      name: '--kind',
      short: null,
      type: 'text',
      choices: ['text', 'number', 'datetime-local'],
      required: true,
      many: false,
      help: expect.any(String),
    });
    const show = runnable.find(({command}) => command === 'emk contacts show');
    expect(show?.args).toMatchObject([{name: 'contact', required: true}]);
    const live = runnable.find(({command}) => command === 'emk automations set-live');
    expect(live?.operations).toContainEqual({
      route: 'GET /automations/set-live?utr',
      method: 'GET',
      path: '/automations/set-live',
      effect: 'sends',
    });
    const routes = await loadOperations();
    expect(new Set(runnable.flatMap(({operations = []}) => operations.map(({route}) => route))).size).toBe(
      routes.length,
    );
  });

  test('is an indented list for people', async () => {
    const {code, stdout} = await emk('commands');
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    for (const {path, also, summary} of commands) {
      const line = lines.find(
        line =>
          line.startsWith(`${'  '.repeat(path.length - 1)}${[path.at(-1), ...also].join(', ')} `) &&
          line.endsWith(summary),
      );
      expect(line, path.join(' ')).toBeDefined();
    }
  });
});

describe('emk completion', () => {
  test.each(['bash', 'zsh', 'fish'] as const)('%s prints its script', async shell => {
    const {code, stdout, stderr} = await emk(`completion ${shell}`);
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    expect(stdout === readFileSync(scriptFiles[shell], 'utf8')).toBe(true);
  });

  test('says which shells there are', async () => {
    const {code, stdout, stderr} = await emk('completion tcsh');
    expect({code, stdout}).toEqual({code: 2, stdout: ''});
    expect(stderr).toContain('bash, zsh, fish');
  });

  test('tells where each script goes', async () => {
    const {stdout} = await emk('completion --help');
    for (const shell of ['bash', 'zsh', 'fish', 'powershell'])
      expect(stdout).toMatch(new RegExp(`^ {2}[~$]?[\\w/.]+ .*\\bemk completion ${shell}\\b`, 'm'));
  });
});
