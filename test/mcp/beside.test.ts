/** What stands beside the tools: commands in brief, the page for agents that type, and the configuration of programs. */
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import page from '../../src/reference/skill/text.js';
import {useShell} from '../use-shell.js';

const shell = useShell();
const nowhere = {EMK_BASE_URL: '', EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: ''};

test('commands --brief fits into what an agent reads, and names every command', async () => {
  const {stdout} = await shell().emk('commands --brief -o json');
  expect(stdout.length).toBeLessThan(60_000);
  const {commands, exit_codes} = JSON.parse(stdout) as {
    readonly commands: ReadonlyArray<{readonly command: string; readonly effects: string; readonly options: string}>;
    readonly exit_codes: Readonly<Record<string, string>>;
  };
  expect(commands.length).toBeGreaterThan(100);
  expect(commands.find(({command}) => command === 'single-sends create')).toMatchObject({
    effects: 'sends reads',
    options: expect.stringContaining('--subject* --preheader*'),
  });
  expect(Object.keys(exit_codes)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '130', '143']);
  expect(exit_codes['9']).toBe('the outcome is unknown: the request may have been applied');
});

test('commands --brief as text says the same', async () => {
  const {stdout} = await shell().emk('commands --brief');
  expect(stdout).toContain(
    '\nsenders delete <sender> --force --if-exists --max-delete --concurrency (deletes reads)\n',
  );
  expect(stdout).toContain('\nEvery command: --output --json ');
  expect(stdout).toContain('\n  9: the outcome is unknown: the request may have been applied\n');
});

test('the page for agents names only what there is, and is in the package', async () => {
  expect(page).toMatch(/^---\nname: emk\ndescription: .+\n---\n/);
  const {commands, options} = JSON.parse((await shell().emk('commands --brief -o json')).stdout) as {
    readonly commands: ReadonlyArray<{readonly command: string; readonly options: string}>;
    readonly options: string;
  };
  const known = new Set([options, ...commands.map(each => each.options)].join(' ').replaceAll('*', '').split(' '));
  const named = [...page.matchAll(/--[a-z-]+/g)].map(([option]) => option).filter(option => /^--[a-z]/.test(option));
  expect(named.filter(option => !known.has(option) && option !== '--help')).toEqual([]);
  const lines = [...page.matchAll(/`emk ([a-z-]+(?: [a-z-]+)?)/g)].map(([, words]) => words);
  const words = new Set([...commands.flatMap(({command}) => [command, command.split(' ')[0]]), 'help agents']);
  expect(lines.filter(line => !words.has(line) && !words.has(line?.split(' ')[0]))).toEqual([]);
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
