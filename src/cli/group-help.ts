import {aliasesOf} from '../commands/aliases.js';
import type {Group} from '../commands/command.js';
import {globalOptions} from '../commands/globals.js';
import {sameAs, type Tree, type TypedPlace} from '../commands/tree-words.js';
import {UsageError} from '../errors.js';
import {pageWidth, type Row, sameLine, twoColumns, wrapped} from '../reference/layout.js';
import {topicsAbout} from '../reference/topics.js';
import {closest} from '../words/closest.js';
import {isHelp, optionsIn} from './option-words.js';

/** The help of a group of commands, written without commander, which takes as long to load as all the rest. */
export function groupHelp({path, typedPath, tree}: TypedPlace & {readonly tree: Tree}, group: Group): string {
  const {commands, nested = {}} = group;
  const line = `emk ${typedPath.join(' ')}`;
  const summary = group.summary ?? tree[path[0] ?? '']?.summary ?? '';
  const rowsOf = (targets: {readonly [name: string]: {readonly summary: string}}, before = ''): Row[] =>
    Object.entries(targets).map(([name, about]) => {
      const others = aliasesOf(name, Object.keys(targets));
      return [before + [name, ...others].join(', '), about.summary];
    });
  const below = [
    ...rowsOf(commands).flatMap((row, at) => {
      const [name = '', target] = Object.entries(commands)[at] ?? [];
      return [row, ...rowsOf(target?.nested ?? {}, `${name} `)];
    }),
    ...Object.entries(nested).flatMap(([name, inside]) => rowsOf(inside.commands, `${name} `)),
  ];
  const topics = topicsAbout(path).map(([topic, about]): Row => [`emk help ${topic}`, about]);
  return [
    `Usage: ${line} <command> [options]`,
    ...wrapped(`${summary}.`, pageWidth),
    ...sameLine(sameAs(tree, {path, typedPath})),
    '',
    'Commands:',
    ...twoColumns(below),
    '',
    '-h after a command shows what it takes.',
    ...wrapped(jobsInWords(tree, path), pageWidth).filter(Boolean),
    ...(topics.length > 0 ? ['', 'See also:', ...twoColumns(topics)] : []),
    '',
  ].join('\n');
}

/** The commands of a group that are commands of emk too. */
function jobsInWords(tree: Tree, path: readonly string[]): string {
  const jobs = Object.entries((path.length === 1 ? tree[path[0] ?? '']?.jobs : undefined) ?? {});
  const each = jobs.map(([word, command]) => `emk ${word}${word === command ? '' : ` (${command})`}`);
  return each.length === 0 ? '' : `Shorter: ${each.join(', ')}.`;
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
  const stray = optionsIn(words).find(word => !isHelp(word) && !names.includes(word.replace(/=.*$/s, '')));
  if (stray === undefined) return undefined;
  const near = stray.startsWith('--') ? closest(stray, [...names, '--version']) : undefined;
  const name = path.length === 0 ? '' : 'Name the command before its options. ';
  const hint = near ? `Did you mean ${near}?` : `${name}${seeHelp(path)}`;
  const [typed = ''] = stray.split('=');
  const correction = near === undefined ? undefined : {typed: [typed], by: [near]};
  return new UsageError(`"${lineOf(path)}" has no option ${stray}.`, {hint, correction});
}

const lineOf = (path: readonly string[]): string => ['emk', ...path].join(' ');

const seeHelp = (path: readonly string[]): string => `Run "${lineOf(path)} --help" to see what there is.`;
