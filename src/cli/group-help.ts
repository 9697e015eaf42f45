import type {Group} from '../commands/command.js';
import {globalOptions} from '../commands/globals.js';
import {UsageError} from '../errors.js';
import {pageWidth, type Row, twoColumns, wrapped} from '../reference/layout.js';
import {topicsAbout} from '../reference/topics.js';
import {closest} from '../words/closest.js';
import {optionsIn} from './route.js';

/**
 * The help of a group of commands, written without commander, which takes as long to load as everything else together.
 */
export function groupHelp(path: readonly string[], summary: string, {commands, nested = {}}: Group): string {
  const line = `emk ${path.join(' ')}`;
  const below = Object.entries({...commands, ...nested}).flatMap(([name, target]): Row[] => [
    [name, target.summary],
    ...Object.entries('nested' in target ? (target.nested ?? {}) : {}).map(
      ([inside, {summary}]): Row => [`${name} ${inside}`, summary],
    ),
  ]);
  return [
    `Usage: ${line} <command> [options]`,
    '',
    ...wrapped(`${summary}.`, pageWidth),
    '',
    'Commands:',
    ...twoColumns(below),
    '',
    'See also:',
    ...twoColumns([
      [`${line} <command> -h`, 'What a command takes'],
      ...topicsAbout(path).map(([topic, about]): Row => [`emk help ${topic}`, about]),
    ]),
    '',
  ].join('\n');
}

/** Refuses options on a group, except `--help`; on emk itself, global options choose the account of its first screen. */
export function refuseOptions(path: readonly string[], words: readonly string[]): void {
  const [stray] = optionsIn(words);
  if (stray === undefined) return;
  const line = ['emk', ...path].join(' ');
  const names = Object.entries(globalOptions).flatMap(([name, option]) =>
    'short' in option ? [`--${name}`, `-${option.short}`] : [`--${name}`],
  );
  const hint = `Run "${line} --help" to see what there is.`;
  if (path.length === 0 && stray === '-v')
    throw new UsageError('-v needs a command.', {hint: 'Did you mean --version, or -V?'});
  if (names.includes(stray.replace(/=.*$/s, ''))) {
    if (path.length === 0) return;
    throw new UsageError(`"${line}" needs a command after ${stray}.`, {hint});
  }
  const near = stray.startsWith('--') ? closest(stray, [...names, '--version']) : undefined;
  throw new UsageError(`"${line}" has no option ${stray}.`, {hint: near ? `Did you mean ${near}?` : hint});
}
