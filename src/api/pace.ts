import type {Patience} from './retry.js';

/**
Slows down before the service does: when few requests are left of the minute's allowance, each waits its share of
it, so that a long job stays just below the limit instead of exceeding it.
*/
export function createPace({budget, sleep, waiting}: Pick<Patience, 'budget' | 'sleep' | 'waiting'>): Pace {
  let pause = 0;
  return {
    async before() {
      // Without any waiting time left the request goes out, and the service decides whether it is one too many.
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
  /** Waits before a request where that is needed. */
  before(): Promise<void>;
  /** Notes what an answer says about the allowance. */
  after(headers: Readonly<Record<string, string>>): void;
};

const MINUTE = 60_000;
