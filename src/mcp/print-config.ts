import {resolve} from 'node:path';
import {namedProfile, profileCalled} from '../accounts/pick-profile.js';
import {configOf} from '../accounts/save-config.js';
import type {Context} from '../commands/command.js';
import type {Result} from '../output/results/result.js';
import type {Host} from '../system/host.js';
import {lineWords} from './line-words.js';
import type {ServerOptions} from './server-options.js';

/** The programs whose configuration emk can write down. */
type Program = 'claude' | 'vscode' | 'cursor' | 'codex' | 'gemini';

/** What to put into the configuration of an agent's program, so that it starts this very line. It holds no key. */
export function printConfig(context: Context, program: Program, options: ServerOptions): Result {
  const {globals, host} = context;
  const args = [...lineWords({...globals, profile: profileOf(context)}), 'mcp', ...serverWords(options, host.cwd)];
  const start = startOf(host, args);
  const data = configs[program](start);
  return {kind: 'data', data, text: program === 'codex' ? inToml(start) : `${JSON.stringify(data, undefined, 2)}\n`};
}

/** The profile that the line or its shell names, which the agent's program does not know. */
function profileOf(context: Context): string | undefined {
  const {globals, host} = context;
  if (globals.sandbox) return undefined;
  const name = namedProfile(globals, host);
  if (name !== undefined) profileCalled(name, configOf(context));
  return name;
}

/**
 * How a program that knows nothing of this shell starts emk: by whole paths, or by npx where it came from there, since
 * npx may clean up its copy.
 */
function startOf({program: [command = 'emk', ...script]}: Pick<Host, 'program'>, args: readonly string[]): Start {
  return script.some(path => /[\\/]_npx[\\/]/.test(path))
    ? {command: 'npx', args: ['-y', 'emk-cli', ...args]}
    : {command, args: [...script, ...args]};
}

type Start = {readonly command: string; readonly args: readonly string[]};

const forMost = (start: Start): object => ({mcpServers: {emk: start}});

/** The table in the configuration of Codex. Every JSON string is one of TOML too. */
const inToml = ({command, args}: Start): string =>
  `[mcp_servers.emk]\ncommand = ${JSON.stringify(command)}\nargs = [${args.map(arg => JSON.stringify(arg)).join(', ')}]\n`;

const configs: Readonly<Record<Program, (start: Start) => object>> = {
  claude: forMost,
  vscode: start => ({servers: {emk: {type: 'stdio', ...start}}}),
  cursor: forMost,
  codex: start => ({mcp_servers: {emk: start}}),
  gemini: forMost,
};

/** A program may start emk in any folder, so paths are whole. */
function serverWords(options: ServerOptions, cwd: string): readonly string[] {
  const sends = options['allow-sends'];
  const most = options['max-recipients'];
  return [
    ...(['allow-writes', 'allow-automations', 'mask-addresses'] as const).flatMap(name =>
      options[name] ? [`--${name}`] : [],
    ),
    ...(sends === undefined ? [] : [`--allow-sends=${sends}`]),
    ...(most === undefined ? [] : [`--max-recipients=${most}`]),
    ...(options.folder ?? []).map(folder => `--folder=${resolve(cwd, folder)}`),
  ];
}
