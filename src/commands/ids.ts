import {UsageError} from '../errors.js';
import type {Host} from '../system/host.js';
import {readInput} from '../system/read-input.js';

/** The ids given to a command, each once and in order; `-` stands for those on standard input. */
export async function idsFrom(
  host: Host,
  given: readonly string[],
  whole: boolean,
): Promise<ReadonlyArray<string | number>> {
  const words = given.includes('-') ? [...given.filter(word => word !== '-'), ...(await wordsOf(host))] : given;
  const ids = [...new Set(words)];
  if (ids.length === 0) {
    throw new UsageError('No ids were given.', {hint: 'Name them, or pipe them in with - and one id a line.'});
  }
  const wrong = whole ? ids.filter(id => !/^\d{1,15}$/.test(id)) : [];
  if (wrong.length > 0) {
    throw new UsageError(`Ids are whole numbers, and these are not: ${wrong.slice(0, 5).join(', ')}.`, {
      hint: 'Nothing was sent. The list prints them with -o id.',
    });
  }
  return whole ? [...new Set(ids.map(Number))] : ids;
}

async function wordsOf(host: Host): Promise<string[]> {
  if (host.stdin.isTTY) {
    throw new UsageError('- reads ids from standard input, and nothing is piped in.', {
      hint: 'Pipe them in, one id a line.',
    });
  }
  return String(await readInput(host, '-', 'Standard input'))
    .split(/[\s,]+/)
    .filter(Boolean);
}
