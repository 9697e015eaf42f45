import type {Host} from './host.js';

/**
 * The time of day at the start plus the time since. If somebody sets the clock during the run, no wait gets longer or
 * shorter.
 */
export function steadyClock({now, elapsed}: Pick<Host, 'now' | 'elapsed'>): () => Date {
  const [began, from] = [now().getTime(), elapsed()];
  return () => new Date(began + elapsed() - from);
}
