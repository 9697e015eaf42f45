import type {Group} from '../commands/command.js';
import {globalOptions} from '../commands/globals.js';
import {UsageError} from '../errors.js';
import {pageWidth, type Row, twoColumns, wrapped} from '../reference/layout.js';
import {topicsAbout} from '../reference/topics.js';
import {closest} from '../words/closest.js';
import {optionsIn} from './option-words.js';

/** The help of a group of commands, written without commander, which takes as long to load as all the rest. */
export function groupHelp(path: readonly string[], summary: string, {commands, nested = {}}: Group): string {
  const line = `emk ${path.join(' ')}`;
  const rowsOf = (targets: {readonly [name: string]: {readonly summary: string}}, before = ''): Row[] =>
    Object.entries(targets).map(([name, about]) => [before + name, about.summary]);
  const below = [
    ...Object.entries(commands).flatMap(([name, target]) => [
      ...rowsOf({[name]: target}),
      ...rowsOf(target.nested ?? {}, `${name} `),
    ]),
    ...Object.entries(nested).flatMap(([name, inside]) => rowsOf(inside.commands, `${name} `)),
  ];
  const topics = topicsAbout(path).map(([topic, about]): Row => [`emk help ${topic}`, about]);
  return [
    `Usage: ${line} <command> [options]`,
    ...wrapped(`${summary}.`, pageWidth),
    '',
    'Commands:',
    ...twoColumns(below),
    '',
    '-h after a command shows what it takes.',
    ...(topics.length > 0 ? ['', 'See also:', ...twoColumns(topics)] : []),
    '',
  ].join('\n');
}

/** Refuses options on a group, except `--help`; on emk itself, global options choose the account of its first screen. */
export function refuseOptions(path: readonly string[], words: readonly string[]): void {
  const unknown = unknownOption(path, words);
  if (unknown) throw unknown;
  const [known] = optionsIn(words);
  if (known === undefined || path.length === 0) return;
  throw new UsageError(`"${lineOf(path)}" needs a command after ${known}.`, {hint: seeHelp(path)});
}

/** The error about an option that is not a global one, with the one that was most likely meant. */
export function unknownOption(path: readonly string[], words: readonly string[]): UsageError | undefined {
  const names = Object.entries(globalOptions).flatMap(([name, option]) =>
    'short' in option ? [`--${name}`, `-${option.short}`] : [`--${name}`],
  );
  const stray = optionsIn(words).find(word => !names.includes(word.replace(/=.*$/s, '')));
  if (stray === undefined) return undefined;
  const near = stray.startsWith('--') ? closest(stray, [...names, '--version']) : undefined;
  const name = path.length === 0 ? '' : 'Name the command before its options. ';
  const hint = near ? `Did you mean ${near}?` : `${name}${seeHelp(path)}`;
  return new UsageError(`"${lineOf(path)}" has no option ${stray}.`, {hint});
}

const lineOf = (path: readonly string[]): string => ['emk', ...path].join(' ');

const seeHelp = (path: readonly string[]): string => `Run "${lineOf(path)} --help" to see what there is.`;
