import {realpathSync, type Stats, statSync} from 'node:fs';
import {isAbsolute, relative, resolve} from 'node:path';
import type {Param} from '../api/describe/schema.js';
import {UsageError} from '../core/errors.js';
import {isCode} from '../core/words/values.js';
import type {AnswerPart} from './answer.js';
import type {Call} from './protocol.js';
import {
  type Allowed,
  isFile,
  isRequired,
  mostRecords,
  type PlacedCommand,
  type PlacedTool,
  type Tool,
  type ToolParameter,
  toolParameters,
  usualRecords,
} from './tools.js';

/** A line of emk that a call of a tool means, and which records of its list are the answer. */
type ToolLine = {readonly words: readonly string[]; readonly part: AnswerPart | undefined};

/** Turns what an agent has given into the words of a line. What the tool does not declare is refused. */
export function toWords(
  {tool, commands}: PlacedTool,
  {kind, ...all}: Call['given'],
  {folders, automations}: Pick<Allowed, 'folders' | 'automations'>,
): ToolLine {
  const command = commandOf(commands, kind);
  const {limit, next, ...others} = all;
  const part = tool.inParts && partOf(limit, next);
  const given = part ? others : all;
  const parameters = toolParameters(tool, command);
  const names = parameters.map(({name}) => name);
  const unknown = Object.keys(given).find(name => !names.includes(name));
  if (unknown !== undefined) throw unknownName(command.kind ?? tool.name, unknown, names);
  const {options, placed} = wordsOf(tool, parameters, given, folders);
  const words = [
    ...command.words,
    // One record more tells whether there are any.
    ...(part && 'limit' in command.command.takes ? [`--limit=${part.from + part.limit + 1}`] : []),
    ...(tool.always ?? []),
    ...(automations && 'allow_automations' in command.command.takes ? ['--allow-automations'] : []),
    ...options,
    ...(placed.length > 0 ? ['--', ...placed] : []),
  ];
  return {words, part};
}

function wordsOf(tool: Tool, parameters: readonly ToolParameter[], given: Call['given'], folders: readonly string[]) {
  const [options, placed]: [string[], string[]] = [[], []];
  for (const each of parameters) {
    const {name, param, isArgument} = each;
    const values = valuesOf(name, param, given[name]);
    if (isArgument && isRequired(tool, each) && values.length === 0) throw new UsageError(`"${name}" is missing.`);
    if (isArgument) placed.push(...values.map(value => asArgument(tool, value, folders)));
    else options.push(...values.map(value => asOption(each, value, folders)));
  }
  return {options, placed};
}

function asArgument({argumentIs}: Tool, value: string, folders: readonly string[]): string {
  if (argumentIs === 'path') return allowedPath(folders, value);
  // Some commands read a file in place of a record, or standard input in place of ids.
  if (value === '-') throw new UsageError('"-" names no record.');
  if (argumentIs === 'run' && !isRunId.test(value)) throw new UsageError(`"${value}" is no id of a run.`);
  return argumentIs === 'record' ? asRecord(value) : value;
}

const asOption = ({option, param}: ToolParameter, value: string, folders: readonly string[]): string =>
  param.type === 'flag' ? `--${option}` : `--${option}=${isFile(param) ? allowedPath(folders, value) : value}`;

/** What an id of a run looks like: never a folder, which may lie anywhere. */
const isRunId = /^0[0-9a-z]{9}$|^\d{4}-\d\d-\d\d-\d+$/i;

/** A text that can only mean a record. */
function asRecord(text: string): string {
  if (/^(?:id:|name:|\d+$)/.test(text)) return text;
  return isCode(text) ? `id:${text}` : `name:${text}`;
}

function commandOf(commands: readonly PlacedCommand[], kind: unknown): PlacedCommand {
  const found = commands.find(each => each.kind === kind);
  if (found) return found;
  const kinds = commands.flatMap(({kind}) => kind ?? []);
  throw new UsageError(
    kinds.length === 0 ? 'This tool has no "kind".' : `"kind" must be one of ${kinds.join(', ')}, not ${shown(kind)}.`,
  );
}

const unknownName = (what: string, name: string, known: readonly string[]): UsageError =>
  new UsageError(`"${what}" has no "${name}".`, {
    hint: known.length === 0 ? 'Remove it.' : `It knows ${known.map(each => `"${each}"`).join(', ')}.`,
  });

/** The texts of a value. A line takes nothing but texts, so what looks like a word of its own cannot become one. */
function valuesOf(name: string, {type, many}: Param, value: unknown): readonly string[] {
  if (value === undefined || value === null || value === false) return [];
  if (type === 'flag') {
    if (value === true) return ['yes'];
    throw new UsageError(`"${name}" must be true or false, not ${shown(value)}.`);
  }
  const all: readonly unknown[] = Array.isArray(value) && (many || value.length === 1) ? value : [value];
  return all.map(each => {
    if (name === 'html' && !/^\s*</.test(String(each)))
      throw new UsageError('"html" must be the HTML itself, which begins with "<".');
    if (typeof each === 'string' || typeof each === 'number') return String(each);
    throw new UsageError(`"${name}" must be ${many ? 'a list of texts' : 'a text'}, not ${shown(each)}.`);
  });
}

/** How many records an answer holds, from which one on. */
const partOf = (limit: unknown, next: unknown): AnswerPart => ({
  limit: numberOf('limit', limit ?? usualRecords, 1, mostRecords),
  from: numberOf('next', next ?? 0, 0, Number.MAX_SAFE_INTEGER),
});

function numberOf(name: string, value: unknown, least: number, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new UsageError(`"${name}" must be a number from ${least} to ${most}, not ${shown(value)}.`);
}

const shown = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

/** The real path of a file or folder that an agent names. It must lie in an allowed folder, wherever links and ".." lead. */
function allowedPath(folders: readonly string[], asked: string): string {
  const roots = folders.map(folder => realpathSync(folder));
  const [path] = folders.flatMap(folder => realPathOf(resolve(folder, asked)));
  if (path !== undefined && roots.some(root => isBelow(root, path)) && hasOneName(statSync(path))) return path;
  // One answer for what is not there and what must not be read, so that nothing is learned about other folders.
  throw new UsageError(`"${asked}" is not in a folder that this server may read.`, {
    hint: 'Name a file in the folder that a person has allowed.',
  });
}

/** With a second name, a hard link, the same file may lie in another folder. */
const hasOneName = (stats: Stats): boolean => stats.isDirectory() || stats.nlink === 1;

const realPathOf = (path: string): readonly string[] => {
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
};

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return !isAbsolute(way) && way !== '..' && !/^\.\.[\\/]/.test(way);
}
