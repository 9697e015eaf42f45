import type {Does} from '../api/describe/does.js';
import type {Param} from '../api/describe/schema.js';
import type {Command} from '../commands/command.js';
import {optionName} from '../commands/parameter-name.js';
import type {Tree} from '../commands/tree-words.js';
import {commandsOf, loadTree} from '../help/tree.js';
import {lookUp} from '../words/look-up.js';
import type {Tool} from './tool.js';

/** A tool with the commands that it runs, found in the tree. */
export type PlacedTool = {readonly tool: Tool; readonly commands: readonly PlacedCommand[]};

export type PlacedCommand = {
  /** The kind of record by which an agent chooses it; undefined for a tool's only command. */
  readonly kind: string | undefined;
  readonly words: readonly string[];
  readonly command: Command;
  readonly effects: ReadonlySet<Does>;
  /** Whether an agent may name files, which lie in an allowed folder. */
  readonly mayReadFiles: boolean;
};

/** Finds the commands of tools. A tool whose command is not in the tree is a bug, which a test finds. */
export async function placeTools(
  tree: Tree,
  tools: readonly Tool[],
  {mayReadFiles}: Pick<PlacedCommand, 'mayReadFiles'>,
): Promise<readonly PlacedTool[]> {
  const places = new Map(commandsOf(await loadTree(tree)).map(place => [place.path.join(' '), place]));
  const placed = (words: string, kind?: string): PlacedCommand => {
    const place = places.get(words);
    if (!place) throw new TypeError(`There is no command "${words}" for a tool.`);
    const effects = new Set(place.calls.map(({effect}) => effect));
    return {kind, words: place.path, command: place.command, effects, mayReadFiles};
  };
  return tools.map(tool => ({
    tool,
    commands:
      typeof tool.runs === 'string'
        ? [placed(tool.runs)]
        : Object.entries(tool.runs).map(([kind, words]) => placed(words, kind)),
  }));
}

/** A parameter that an agent may give, under the name that it has for the agent, and its option of the command. */
export type Given = {
  readonly name: string;
  readonly option: string;
  readonly param: Param;
  readonly isArgument: boolean;
};

/** Whether a call without this parameter is refused. */
export const isRequired = ({argumentIs}: Tool, {param, isArgument}: Pick<Given, 'param' | 'isArgument'>): boolean =>
  param.required === true || (isArgument && (argumentIs === 'path' || argumentIs === 'record'));

/** The parameters of a command that a tool lets an agent give. */
export function parametersOf(
  {argument, options = []}: Tool,
  {command: {takes, args}, kind = '', mayReadFiles}: PlacedCommand,
): readonly Given[] {
  const first = args[0] ?? Object.keys(takes).find(key => takes[key]?.byPosition) ?? '';
  const placed = takes[first];
  const called = typeof argument === 'object' ? lookUp(argument, kind) : argument;
  return [
    ...(called !== undefined && placed ? [{name: called, option: called, param: placed, isArgument: true}] : []),
    ...Object.entries(takes)
      .filter(([key]) => !(called !== undefined && key === first))
      .map(([key, param]) => ({option: optionName(key, param), param, isArgument: false}))
      .filter(({option, param}) => options.includes(option) && (mayReadFiles || !isFile(param)))
      // "kind" says what an agent creates, so the kind of a field is its field-kind.
      .map(each => ({...each, name: each.option === 'kind' ? `${kind.replace(/s$/, '')}-kind` : each.option})),
  ];
}

/** Whether a parameter is the path of a file that is read. */
export const isFile = ({value}: Param): boolean => value === 'file';
