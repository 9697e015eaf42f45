import type {Collection} from '../../api/describe/collection.js';
import type {Loose, Params} from '../../api/describe/schema.js';
import {CheckError, UsageError} from '../../core/errors.js';
import type {Context} from '../command.js';
import {parseDuration} from '../duration.js';
import {readUntil, waitInWords} from './read-until.js';
import {recordTitle} from './sentences.js';

/** A state that a record reaches by itself: its word, whether a record is in it or past it, and where one is now. */
export type Awaits<R> = {
  readonly state: string;
  readonly isThere: (record: R) => boolean;
  readonly nowInWords: (record: R) => string;
};

const form = 'takes a time such as 90s, 30m or 2h, up to a day';

/** The option that waits for a state; alone it means an hour. */
export const waitOption = ({state}: Pick<Awaits<never>, 'state'>) =>
  ({
    wait: {
      type: 'text',
      value: 'time',
      alone: '1h',
      limits: {pattern: /^(?:\d+(?:\.\d+)?(?:ms|[smh]))+$/, says: form},
      help: `Wait until it is ${state}, an hour at most or this long; then the exit code is 10`,
      decides: 'checks',
    },
  }) as const satisfies Params;

type Waiting<R> = {
  readonly of: Collection;
  readonly read: () => Promise<R>;
  readonly awaits: Awaits<R>;
  /** How long, as it was typed. */
  readonly time: string;
};

/** Reads a record again and again until it is in the state, or the time is up. */
export async function readAwaited<R extends Loose>(
  context: Context,
  {of, read, awaits: {state, isThere, nowInWords}, time}: Waiting<R>,
): Promise<R> {
  const most = toTime(time);
  const {last, isThere: isDone} = await readUntil(context, {
    ...{read, isThere, most},
    says: record =>
      `${recordTitle(of, record)} is ${nowInWords(record)}. Waiting until it is ${state}, ${waitInWords(most)} at most (--wait).`,
    label: `Waiting until it is ${state}`,
  });
  if (isDone) return last;
  throw new CheckError(`${recordTitle(of, last)} is ${nowInWords(last)} after ${waitInWords(most)}.`, {
    hint: 'To wait longer, give --wait a longer time.',
  });
}

function toTime(typed: string): number {
  const time = parseDuration(typed);
  if (time !== undefined) return time;
  throw new UsageError(`--wait ${form}, not "${typed}".`, {
    hint: 'Write --wait alone to wait an hour.',
  });
}
