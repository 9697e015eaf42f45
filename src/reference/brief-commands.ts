import {globalOptions} from '../commands/globals.js';
import {isOptionOf, optionName} from '../commands/parameter-name.js';
import type {Result} from '../output/results/result.js';
import type {BriefCommands} from './brief-commands.schema.js';
import {commandsOf, type TreePlace} from './load-tree.js';
import exitCodesPage from './topics/exit-codes.js';

/** Every command in a few words, for an agent that must read all of them: names, options, effects and exit codes. */
export function briefCommands(places: readonly TreePlace[]): Result {
  const data = briefData(places);
  return {kind: 'data', data, text: asLines(data)};
}

function asLines({commands, options, exit_codes}: BriefCommands): string {
  const inLine = ({command, args, options, effects}: BriefCommands['commands'][number]): string =>
    [command, args, options, effects && `(${effects})`].filter(Boolean).join(' ');
  const codes = Object.entries(exit_codes).map(([code, meaning]) => `  ${code}: ${meaning}`);
  return [...commands.map(inLine), '', `Every command: ${options}`, 'Exit codes:', ...codes].join('\n');
}

const briefData = (places: readonly TreePlace[]): BriefCommands => ({
  commands: commandsOf(places).map(({path, summary, command: {takes, args}, calls}) => ({
    command: path.join(' '),
    summary,
    args: args
      .map(key => takes[key]?.value ?? key)
      .map(name => `<${name}>`)
      .join(' '),
    options: Object.entries(takes)
      .filter(isOptionOf({args}))
      .map(([key, param]) => `--${optionName(key, param)}${param.required ? '*' : ''}`)
      .join(' '),
    effects: [...new Set(calls.map(({effect}) => effect))].join(' '),
  })),
  options: Object.keys(globalOptions)
    .map(name => `--${name}`)
    .join(' '),
  exit_codes: exitCodes(),
});

/** The exit codes of the help page, which has each meaning in lines below each other. */
function exitCodes(): Readonly<Record<string, string>> {
  const [, table = ''] = exitCodesPage.split(/^ {2}code .*\n/m);
  const meanings = new Map<string, string[]>();
  let code = '';
  for (const line of table.split('\n\n')[0]?.split('\n') ?? []) {
    code = line.slice(2, 11).trim() || code;
    meanings.set(code, [...(meanings.get(code) ?? []), line.slice(11, 59).trim()]);
  }
  return Object.fromEntries(
    [...meanings].flatMap(([codes, words]) => codes.split(' ').map(each => [each, words.join(' ').trim()])),
  );
}
