import {InterruptedError} from '../../errors.js';
import type {Host} from '../../system/host.js';

/** Stops between two requests once Ctrl-C was pressed: nothing more is sent, and what was sent is written down. */
export function stopIfInterrupted({interrupted}: Pick<Host, 'interrupted'>): void {
  if (!interrupted.aborted) return;
  throw new InterruptedError('Interrupted: no more was sent.', {exit: interrupted.reason === 'SIGTERM' ? 143 : 130});
}

/** Waits, unless Ctrl-C comes first: then it stops. */
export async function pause(host: Pick<Host, 'interrupted' | 'sleep'>, milliseconds: number): Promise<void> {
  try {
    await host.sleep(milliseconds, host.interrupted);
  } catch (error) {
    if (!host.interrupted.aborted) throw error;
  }
  stopIfInterrupted(host);
}

/** A signal that cuts a request which is still under way so long after Ctrl-C, of which `told` hears at once. `done` ends the watch. */
export function afterGrace(
  host: Pick<Host, 'interrupted' | 'sleep'>,
  grace: number,
  told: () => void,
): {signal: AbortSignal; done(): void} {
  const cut = new AbortController();
  const over = new AbortController();
  const begin = (): void => {
    told();
    host.sleep(grace, over.signal).then(
      () => over.signal.aborted || cut.abort(host.interrupted.reason),
      () => {},
    );
  };
  if (host.interrupted.aborted) begin();
  else host.interrupted.addEventListener('abort', begin, {once: true});
  return {
    signal: cut.signal,
    done() {
      host.interrupted.removeEventListener('abort', begin);
      over.abort();
    },
  };
}
