import {UsageError} from '../core/errors.js';
import type {Host} from '../core/system/host.js';
import {readInput} from '../core/system/read-input.js';
import {isCode} from '../core/words/values.js';
import {isNumber, parseReference} from './record-reference.js';

/** The records given to a command, by id or name, each once and in order; `-` reads them from standard input. */
export async function givenRecords(host: Host, given: readonly string[]): Promise<readonly string[]> {
  const words = given.includes('-') ? [...given.filter(word => word !== '-'), ...(await pipedIn(host))] : given;
  return [...new Set(words)];
}

async function pipedIn(host: Host): Promise<string[]> {
  if (host.stdin.isTTY) {
    throw new UsageError('- reads ids or names from standard input, but nothing is piped in.', {
      hint: 'Pipe them in, one per line.',
    });
  }
  return String(await readInput(host, '-', 'Standard input'))
    .split('\n')
    .flatMap(ofLine);
}

/** The names in a line: one name, which may contain blanks and commas, or several ids or addresses. */
function ofLine(line: string): string[] {
  const words = line.split(/[\s,;]+/).filter(Boolean);
  return words.length < 2 || words.every(standsAlone) ? words : [line.trim()];
}

function standsAlone(word: string): boolean {
  const {by, text} = parseReference(word);
  return by !== 'name' && (isNumber(text) || isCode(text) || /^[^@]+@[^@]+$/.test(text));
}
