import type {Loose} from '../api/describe/schema.js';
import type {TypedValues} from '../change/ask.js';
import {shellWord} from '../core/words/shell-word.js';
import {lookUp} from '../core/words/values.js';
import {RUNNING} from '../endpoints/mailings.js';
import type {Result} from '../output/results/result.js';

/** What people do after a job, by the place of its command. */
const steps: {readonly [place: string]: (made: Loose) => readonly string[]} = {
  'lists create': ({name}) => [`emk import --list ${word(name)}`],
  'contacts import': ({added, list}) =>
    Number(added) > 0 ? [`emk send --to ${word(`list:${(list as Loose)['name']}`)}`, 'emk undo'] : [],
  'senders create': ({from_email}) => [`emk senders show ${word(from_email)} --wait`],
  'mailings create': ({schedule_type, status, single_send_name: name}) =>
    Number(schedule_type) === 1 && !(Number(status) >= RUNNING)
      ? [`emk reschedule ${word(name)}`, `emk cancel ${word(name)}`]
      : [`emk results ${word(name)}`],
};

const word = (value: unknown): string => shellWord(String(value));

/** The lines that can follow a job, in one line; undefined if nothing usually does. */
export function nextInWords(place: readonly string[], result: Result, values: TypedValues): string | undefined {
  const made = result.kind === 'record' ? result.record : result.kind === 'data' ? result.data : {};
  const lines = lookUp(steps, place.join(' '))?.({...values, ...(made as Loose)}) ?? [];
  return lines.length === 0 ? undefined : `Next: ${lines.join(' · ')}`;
}
