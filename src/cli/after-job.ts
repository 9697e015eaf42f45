import type {Loose} from '../api/describe/schema.js';
import type {TypedValues} from '../change/ask.js';
import {type Command, callsOf} from '../commands/command.js';
import {shellWord} from '../core/words/shell-word.js';
import {lookUp} from '../core/words/values.js';
import {RUNNING} from '../endpoints/mailings.js';
import type {Result} from '../output/results/result.js';

/** What people do after a job, by the place of its command. A line with a `{value}` that the job lacks is not said. */
const steps: {readonly [place: string]: (made: Loose) => readonly string[]} = {
  'lists create': () => ['emk import --list {name}'],
  'contacts import': ({added}) => (Number(added) > 0 ? ['emk send --to list:{list.name}', 'emk undo'] : []),
  'senders create': () => ['emk senders show {from_email}'],
  'mailings create': ({schedule_type, status}) =>
    Number(schedule_type) === 1 && !(Number(status) >= RUNNING)
      ? ['emk reschedule {single_send_name}', 'emk cancel {single_send_name}']
      : ['emk results {single_send_name}'],
};

/** The lines that can follow a job, in one line; undefined if nothing usually does. */
export function nextInWords(place: readonly string[], result: Result, values: TypedValues): string | undefined {
  const made = result.kind === 'record' ? result.record : result.kind === 'data' ? result.data : {};
  const facts = {...values, ...(made as Loose)};
  const lines = (lookUp(steps, place.join(' '))?.(facts) ?? []).flatMap(line => filledIn(line, facts) ?? []);
  return lines.length === 0 ? undefined : `Next: ${lines.join(' · ')}`;
}

function filledIn(line: string, facts: Loose): string | undefined {
  const words = line.split(' ').map(word => {
    const [, before = '', path] = /^(.*)\{(.*)\}$/.exec(word) ?? [];
    if (path === undefined) return word;
    const value = path.split('.').reduce<unknown>((inside, name) => (inside as Loose | undefined)?.[name], facts);
    return value === undefined || value === null ? undefined : shellWord(`${before}${value}`);
  });
  return words.includes(undefined) ? undefined : words.join(' ');
}

/** Whether a line makes sense again: not if all that it does is to delete, or if it took one run back. */
export async function isRepeatable(place: readonly string[], command: Command): Promise<boolean> {
  if (place[0] === 'undo') return false;
  const changes = (await callsOf(command)).filter(({effect}) => effect !== 'reads');
  return changes.length === 0 || changes.some(({effect}) => effect !== 'deletes');
}
