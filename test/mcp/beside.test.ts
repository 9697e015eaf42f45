/** What stands beside the tools: the page for agents that type, and the configuration of programs. */
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {globalOptions} from '../../src/commands/globals.js';
import {optionName} from '../../src/commands/parameter-name.js';
import {commandsOf, loadTree} from '../../src/help/tree.js';
import {useShell} from '../use-shell.js';

const shell = useShell();
const nowhere = {EMK_BASE_URL: '', EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: ''};

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

test.each(['claude', 'vscode', 'cursor', 'gemini'])('--print-config %s starts the same line', async program => {
  mkdirSync(join(shell().folder, 'lists'), {recursive: true});
  const line = `mcp --sandbox --allow-writes --allow-sends --folder lists --print-config ${program}`;
  const {code, stdout} = await shell().emk(line, {env: nowhere, host: {program: ['/node', '/emk-cli/bin/emk.js']}});
  const start = {
    ...(program === 'vscode' && {type: 'stdio'}),
    command: '/node',
    args: [
      '/emk-cli/bin/emk.js',
      '--sandbox',
      'mcp',
      '--allow-writes',
      '--allow-sends=asking',
      `--folder=${shell().folder}/lists`,
    ],
  };
  expect({code, config: JSON.parse(stdout)}).toEqual({
    code: 0,
    config: program === 'vscode' ? {servers: {emk: start}} : {mcpServers: {emk: start}},
  });
});

test('--print-config codex prints the table of its configuration', async () => {
  const {stdout} = await shell().emk('mcp --sandbox --print-config codex', {
    env: nowhere,
    host: {program: ['C:\\node.exe', 'C:\\emk cli\\bin\\emk.js']},
  });
  expect(stdout).toBe(`[mcp_servers.emk]
command = "C:\\\\node.exe"
args = ["C:\\\\emk cli\\\\bin\\\\emk.js", "--sandbox", "mcp"]
`);
});

test('--print-config names npx where emk came from there, because npx may remove its copy', async () => {
  const program = ['/node', '/home/ada/.npm/_npx/1f2e/node_modules/emk-cli/bin/emk.js'];
  const {stdout} = await shell().emk('mcp --sandbox --print-config claude', {env: nowhere, host: {program}});
  expect(JSON.parse(stdout).mcpServers.emk).toEqual({command: 'npx', args: ['-y', 'emk-cli', '--sandbox', 'mcp']});
});

test('--print-config names the profile that this shell names, which the program of the agent does not know', async () => {
  const line = 'mcp --print-config codex';
  expect((await shell().emk(line, {env: {...nowhere, EMK_PROFILE: 'acme'}})).stderr).toContain('no profile "acme"');
  mkdirSync(join(shell().folder, 'config'), {recursive: true});
  const acme = {baseUrl: 'https://mail.example', publicKey: 'p', secretKey: 's', guard: 'none'};
  const config = {version: 1, current: 'other', profiles: {acme, other: acme}, settings: {}};
  writeFileSync(join(shell().folder, 'config/config.json'), JSON.stringify(config));
  expect((await shell().emk(line, {env: {...nowhere, EMK_PROFILE: 'acme'}})).stdout).toContain(
    '"--profile=acme", "mcp"',
  );
});

test.each([
  ['--folder nowhere', 'There is no folder nowhere.'],
  ['--allow-sends=unattended', '--allow-sends=unattended needs --max-recipients.'],
])('--print-config refuses a line with %s, which would not start', async (options, message) => {
  const {code, stdout, stderr} = await shell().emk(`mcp ${options} --print-config claude`);
  expect({code, stdout}).toEqual({code: 2, stdout: ''});
  expect(stderr).toContain(message);
});
