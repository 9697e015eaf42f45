import type {Host} from './host.js';

/** The time at the start plus the time since: if somebody sets the clock, no wait gets longer or shorter. */
export function steadyClock({now, elapsed}: Pick<Host, 'now' | 'elapsed'>): () => Date {
  const [began, from] = [now().getTime(), elapsed()];
  return () => new Date(began + elapsed() - from);
}
