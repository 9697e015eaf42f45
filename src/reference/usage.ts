import {optionName} from '../commands/parameter-name.js';
import type {commandsOf} from './load-tree.js';

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
