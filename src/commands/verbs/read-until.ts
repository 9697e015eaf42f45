import {EmkError} from '../../core/errors.js';
import {counted} from '../../core/words/sentence.js';
import type {Context} from '../command.js';

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
