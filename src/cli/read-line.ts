import {inTodaysWords} from '../commands/aliases.js';
import type {Command} from '../commands/command.js';
import {withPage} from '../commands/command-formats.js';
import {isLetterFile} from '../commands/letter-file.js';
import {type ParsedLine, parsePlainLine} from './plain-line.js';

/** Reads the words after a command, or says which help they ask for. A letter in place of a mailing's name is a new mailing. */
export async function readLine(
  path: readonly string[],
  command: Command,
  typed: readonly string[],
): Promise<ParsedLine | {readonly help: true}> {
  const words = inTodaysWords(command, typed);
  const line = parsePlainLine(command, words) ?? (await import('./parse-line.js')).parse(path, command, words);
  if ('help' in line) return line;
  const {utr, template_html: html} = line.values;
  const isLetter =
    'template_html' in command.takes && html === undefined && typeof utr === 'string' && isLetterFile(utr);
  return withPage(command, isLetter ? {...line, values: {...line.values, utr: undefined, template_html: utr}} : line);
}
