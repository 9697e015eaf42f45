import {resolve} from 'node:path';
import type {Context} from '../commands/command.js';
import type {Result} from '../output/results/result.js';
import {lineWords} from './line-words.js';
import type {ServerOptions} from './server-options.js';

/** The programs whose configuration emk can write down. */
type Program = 'claude' | 'vscode' | 'cursor';

/** What to put into the configuration of an agent's program, so that it starts this very line. It holds no key. */
export function printConfig({globals, host}: Context, program: Program, options: ServerOptions): Result {
  const args = [...lineWords(globals), 'mcp', ...serverWords(options, host.cwd)];
  const data = configs[program]({command: 'emk', args});
  return {kind: 'data', data, text: `${JSON.stringify(data, undefined, 2)}\n`};
}

type Start = {readonly command: string; readonly args: readonly string[]};

const forMost = (start: Start): object => ({mcpServers: {emk: start}});

const configs: Readonly<Record<Program, (start: Start) => object>> = {
  claude: forMost,
  vscode: start => ({servers: {emk: {type: 'stdio', ...start}}}),
  cursor: forMost,
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
