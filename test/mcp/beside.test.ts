/** What stands beside the tools: the page for agents that type, and the lines that serve nothing. */
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {globalOptions} from '../../src/commands/globals.js';
import {optionName} from '../../src/commands/parameters.js';
import {commandsOf, loadTree} from '../../src/help/tree.js';
import {useShell} from '../support/use-shell.js';

const shell = useShell();

test('the page for agents names only what there is', async () => {
  const page = readFileSync('docs/SKILL.md', 'utf8');
  const places = commandsOf(await loadTree(tree));
  const taken = places.flatMap(({command}) =>
    Object.entries(command.takes).map(([key, param]) => optionName(key, param)),
  );
  const options = new Set([...Object.keys(globalOptions), ...taken, 'help'].map(name => `--${name}`));
  expect([...page.matchAll(/--[a-z][a-z-]*/g)].map(String).filter(option => !options.has(option))).toEqual([]);
  const words = new Set([...places.flatMap(({path}) => [path.join(' '), path[0] ?? '']), 'help agents']);
  const lines = [...page.matchAll(/`emk ([a-z-]+(?: [a-z-]+)?)/g)].map(([, line = '']) => line);
  expect(lines.filter(line => !words.has(line) && !words.has(line.split(' ')[0] ?? ''))).toEqual([]);
});

test.each([
  ['--folder nowhere', 'There is no folder nowhere.'],
  ['--allow-sends=unattended', '--allow-sends=unattended needs --max-recipients.'],
])('a line with %s serves nothing', async (options, message) => {
  const {code, stdout, stderr} = await shell().emk(`mcp ${options}`);
  expect({code, stdout}).toEqual({code: 2, stdout: ''});
  expect(stderr).toContain(message);
});
