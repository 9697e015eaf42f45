import type {Group} from '../commands/command.js';
import type {Tree} from '../commands/tree-words.js';
import {pageWidth, type Row, twoColumns, wrapped} from '../reference/layout.js';
import {topicsAbout} from '../reference/topics.js';
import {lineOf} from './suggest.js';

/** The help of a group of commands, written without commander, which takes as long to load as all the rest. */
export function groupHelp(path: readonly string[], tree: Tree, group: Group): string {
  const {commands, nested = {}} = group;
  const line = lineOf(path);
  const summary = group.summary ?? tree[path[0] ?? '']?.summary ?? '';
  const rowsOf = (targets: {readonly [name: string]: {readonly summary: string}}, before = ''): Row[] =>
    Object.entries(targets).map(([name, about]) => [before + name, about.summary]);
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
