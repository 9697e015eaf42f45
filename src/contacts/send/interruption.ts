import {exitAfter, InterruptedError} from '../../core/errors.js';
import type {Host} from '../../core/system/host.js';

/** Stops between two requests after Ctrl-C. The journal already contains every outcome so far. */
export function stopIfInterrupted({interrupted}: Pick<Host, 'interrupted'>): void {
  if (!interrupted.aborted) return;
  throw new InterruptedError('Interrupted. Nobody else was added.', {exit: exitAfter(interrupted)});
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

/** A signal that aborts a request `grace` milliseconds after Ctrl-C. `told` runs at Ctrl-C, `done` ends the watch. */
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
