import type {Group} from './commands/command.js';
import {UsageError} from './errors.js';
import {longest, pageWidth, type Row, twoColumns, wrapped} from './reference/layout.js';

/** The help of a place in the tree that is not a command. It is written without commander, which takes as long to load as all else. */
export function groupHelp(path: readonly string[], summary: string, {commands, nested = {}}: Group): string {
  const line = `emk ${path.join(' ')}`;
  const options: Row[] = [['-h, --help', 'Show this help']];
  const below = Object.entries({...commands, ...nested}).map(([name, {summary}]): Row => [name, summary]);
  const width = longest([...options, ...below]);
  return [
    `Usage: ${line} <command> [options]`,
    '',
    ...wrapped(`${summary}.`, pageWidth),
    '',
    'Options:',
    ...twoColumns(options, width),
    '',
    'Commands:',
    ...twoColumns(below, width),
    '',
    `${line} <command> --help says more.`,
    '',
  ].join('\n');
}

/** A group takes only options that every command has: anything else was meant for a command that is not there. */
export function refuseStray(path: readonly string[], words: readonly string[]): void {
  const stray = words.find(word => word.startsWith('-') && word !== '--help' && word !== '-h');
  if (stray === undefined) return;
  throw new UsageError(`"emk ${path.join(' ')}" needs a command before ${stray}.`, {
    hint: `Run "emk ${path.join(' ')} --help" to see what there is.`,
  });
}
