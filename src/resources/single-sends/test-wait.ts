import type {Context} from '../../commands/command.js';
import {operations as singleSends} from '../../endpoints/single-sends.js';
import {counted} from '../../words/count.js';

/** How long to wait for a test by default, in milliseconds. */
const MOST = 120_000;

/** Waits until the service has sent a mail, as long as `--max-wait` allows; false if it has not by then. */
export async function waitUntilSent(context: Context, utr: string): Promise<boolean> {
  const {host, notice, progress} = context;
  const most = longestWait(context);
  const began = host.elapsed();
  for (let slept = 0; ; slept += EVERY) {
    if (Number((await context.call(singleSends.details, {utr})).status) === COMPLETED) {
      progress.clear();
      return true;
    }
    if (slept === 0) notice(`Waiting for the service to send it, for ${waitInWords(most)} at most (--max-wait).`);
    const spent = Math.max(slept, host.elapsed() - began);
    if (spent >= most) break;
    progress.show({label: 'Waiting for the service to send the test'});
    await host.sleep(Math.min(EVERY, most - spent), host.interrupted);
  }
  progress.clear();
  return false;
}

/** How long to wait for a test. */
export const longestWait = ({globals}: Pick<Context, 'globals'>): number => globals.maxWait ?? MOST;

/** A time in a sentence: `2 minutes`, `90 seconds`. */
export function waitInWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const [number, unit] = seconds > 0 && seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second'];
  return counted(number, unit);
}

const EVERY = 2000;

/** The status of a single send that was sent. */
export const COMPLETED = 3;
