import type {Patience} from './retry.js';

/**
Slows down before the service does: when few requests are left of the minute's allowance, each waits its share, so
that a long job glides along the limit instead of running into it.
*/
export function createPace({budget, sleep, waiting}: Pick<Patience, 'budget' | 'sleep' | 'waiting'>): Pace {
  let pause = 0;
  return {
    async before() {
      // When there is no time left to glide, the service says itself whether the request is one too many.
      const wait = Math.min(pause, budget.left);
      if (wait <= 0) return;
      budget.left -= wait;
      waiting('The service allows few more requests for now', wait);
      await sleep(wait);
    },
    after(headers) {
      const limit = Number(headers['x-ratelimit-limit']);
      const remaining = Number(headers['x-ratelimit-remaining'] ?? Number.NaN);
      const near = limit > 0 && remaining <= Math.max(1, Math.floor(limit / 10));
      pause = near ? Math.round(MINUTE / limit) : 0;
    },
  };
}

export type Pace = {
  /** Waits before a request, if need be. */
  before(): Promise<void>;
  /** Notes what an answer says about the allowance. */
  after(headers: Readonly<Record<string, string>>): void;
};

const MINUTE = 60_000;
