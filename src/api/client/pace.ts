import type {Host} from '../../core/system/host.js';
import type {Patience} from './retry.js';

export type Pace = {
  before(): Promise<void>;
  /** Notes what an answer says about the rate limit. */
  after(headers: Readonly<Record<string, string>>): void;
};

type PaceOptions = Pick<Patience, 'budget' | 'sleep' | 'waiting'> & Pick<Host, 'elapsed'>;

/** Slows down before the service does, with few requests left in the minute. */
export function createPace({budget, sleep, waiting, elapsed}: PaceOptions): Pace {
  let [seen, gap, next] = [0, 0, 0];
  return {
    async before() {
      const at = elapsed();
      if (gap === 0 || at - seen >= MINUTE) return;
      const turn = Math.max(at, next);
      next = turn + gap;
      // Without enough waiting time left, the request goes out and the service decides.
      const wait = Math.min(turn - at, budget.left);
      if (wait <= 0) return;
      budget.left -= wait;
      waiting('The service allows few more requests for now', wait);
      await sleep(wait);
    },
    after(headers) {
      const before = gap;
      [seen, gap] = [elapsed(), gapIn(headers)];
      next = gap === 0 ? 0 : Math.max(seen + gap, before > 0 ? next : 0);
    },
  };
}

/** The time between two requests if few are left in the minute; else 0. */
function gapIn(headers: Readonly<Record<string, string>>): number {
  const limit = Number(headers['x-ratelimit-limit']);
  const remaining = Number(headers['x-ratelimit-remaining'] ?? Number.NaN);
  const isNear = limit > 0 && remaining <= Math.max(1, Math.floor(limit / 10));
  return isNear ? Math.round(MINUTE / limit) : 0;
}

const MINUTE = 60_000;
