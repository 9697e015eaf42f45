import type {Host} from './host.js';

/**
The time of day as it was when this began, and what has passed since. A clock that is set meanwhile, or was wrong until a
network was there, makes no wait of this run longer or shorter.
*/
export function steadyClock({now, elapsed}: Pick<Host, 'now' | 'elapsed'>): () => Date {
  const [began, from] = [now().getTime(), elapsed()];
  return () => new Date(began + elapsed() - from);
}
