import type {Collection} from '../../api/describe/operation.js';
import type {Loose, Params} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import {recordTitle} from '../../change/records/names.js';
import {CheckError, EmkError, UsageError} from '../../core/errors.js';
import {counted} from '../../core/words/sentence.js';
import {parseDuration} from '../globals.js';

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
  const most = parseDuration(time);
  if (most === undefined) throw new UsageError(`--wait ${form}, not "${time}".`, {hint: 'Alone it waits an hour.'});
  const now = (record: R): string => `${recordTitle(of, record)} is ${nowInWords(record)}`;
  const label = `Waiting until it is ${state}`;
  const says = (record: R): string => `${now(record)}. ${label}, ${waitInWords(most)} at most (--wait).`;
  const {last, isThere: isDone} = await readUntil(context, {read, isThere, most, says, label});
  if (isDone) return last;
  throw new CheckError(`${now(last)} after ${waitInWords(most)}.`, {
    hint: 'To wait longer, give --wait a longer time.',
  });
}

type Awaited<T> = {
  readonly read: () => Promise<T>;
  readonly isThere: (value: T) => boolean;
  readonly most: number;
  /** What emk waits for: a notice before the first wait, and the label of the progress. */
  readonly says: (value: T) => string;
  readonly label: string;
};

/** Reads until something is as wanted, first often, then every half minute. Gives the last reading. */
export async function readUntil<T>(
  {host, notice, progress}: Pick<Context, 'host' | 'notice' | 'progress'>,
  {read, isThere, most, says, label}: Awaited<T>,
): Promise<{readonly last: T; readonly isThere: boolean}> {
  const began = host.elapsed();
  let last = await read();
  for (let slept = 0, pause = SHORTEST; !isThere(last); pause = Math.min(pause * 1.5, LONGEST)) {
    if (slept === 0) notice(says(last));
    const left = most - Math.max(slept, host.elapsed() - began);
    if (left <= 0) break;
    progress.show({label});
    const time = Math.min(pause, left);
    await host.sleep(time, host.interrupted);
    slept += time;
    last = await read().catch((error: unknown) => {
      if (error instanceof EmkError && error.retry === 'safe') return last;
      throw error;
    });
  }
  progress.clear();
  return {last, isThere: isThere(last)};
}

const SHORTEST = 2000;
const LONGEST = 30_000;

/** A time in a sentence: `2 hours`, `2 minutes`, `90 seconds`. */
export function waitInWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds > 0 && seconds % 3600 === 0) return counted(seconds / 3600, 'hour');
  return seconds > 0 && seconds % 60 === 0 ? counted(seconds / 60, 'minute') : counted(seconds, 'second');
}
