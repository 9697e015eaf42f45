import {optionName} from '../commands/parameter-name.js';
import {commandsOf, type TreePlace} from './load-tree.js';

/** The command reference of the README: a table for each word that can follow `emk`. */
export const toMarkdown = (places: readonly TreePlace[]): string =>
  places
    .map(place => [`### \`emk ${place.name}\``, '', `${place.summary}.`, '', ...table(place)].join('\n'))
    .join('\n\n');

/** Replaces the part of a text between two marks; without the marks, the text stays as it is. */
export function between(text: string, name: string, content: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  return from < 0 || to < from ? text : `${text.slice(0, from + start.length)}\n\n${content}\n\n${text.slice(to)}`;
}

const table = (place: TreePlace): string[] => [
  '| Command | What it does |',
  '|---|---|',
  ...commandsOf([place]).map(place => `| \`${cell(usage(place))}\` | ${cell(place.summary)} |`),
];

/** A command with its arguments and required options. */
export function usage({path, command: {takes, args}}: ReturnType<typeof commandsOf>[number]): string {
  const given = args.flatMap(key => {
    const param = takes[key];
    if (!param) return [];
    const word = `${param.value ?? optionName(key, param)}${param.many ? '…' : ''}`;
    return [param.required ? `<${word}>` : `[${word}]`];
  });
  const needed = Object.entries(takes)
    .filter(([key, {required}]) => required && !args.includes(key))
    .map(([key, param]) => `--${optionName(key, param)}`);
  return ['emk', ...path, ...given, ...needed].join(' ');
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
