import {optionName, placeholder} from '../commands/parameter-name.js';
import type {commandsOf} from './load-tree.js';

/** A command with its arguments and required options. */
export function usage({path, command}: ReturnType<typeof commandsOf>[number]): string {
  const needed = Object.entries(command.takes)
    .filter(([key, {required}]) => required && !command.args.includes(key))
    .map(([key, param]) => `--${optionName(key, param)}`);
  return ['emk', ...path, ...command.args.map(key => placeholder(key, command)), ...needed].join(' ');
}
