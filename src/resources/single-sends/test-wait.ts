import type {Context} from '../../commands/command.js';
import {readUntil, waitInWords} from '../../commands/verbs/read-until.js';
import {SENT, operations as singleSends} from '../../endpoints/single-sends.js';

/** How long to wait for a test by default, in milliseconds. */
const MOST = 120_000;

/** Waits until the service has sent a mail, as long as `--max-wait` allows; false if it has not by then. */
export async function waitUntilSent(context: Context, utr: string): Promise<boolean> {
  const most = longestWait(context);
  const {isThere} = await readUntil(context, {
    read: () => context.call(singleSends.details, {utr}),
    isThere: ({status}) => Number(status) === SENT,
    most,
    says: () => `Waiting for the service to send it, for ${waitInWords(most)} at most (--max-wait).`,
    label: 'Waiting for the service to send the test',
  });
  return isThere;
}

/** How long to wait for a test. */
export const longestWait = ({globals}: Pick<Context, 'globals'>): number => globals.maxWait ?? MOST;
