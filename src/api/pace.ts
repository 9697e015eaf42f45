/**
Slows down before the service does: when few requests are left of the minute's allowance, each waits its share, so
that a long job glides along the limit instead of running into it.
*/
export function createPace(sleep: (milliseconds: number) => Promise<void>): Pace {
  let pause = 0;
  return {
    async before() {
      if (pause > 0) await sleep(pause);
    },
    after(headers) {
      const limit = Number(headers['x-ratelimit-limit']);
      const remaining = Number(headers['x-ratelimit-remaining'] ?? Number.NaN);
      const near = limit > 0 && remaining <= Math.max(1, Math.floor(limit / 10));
      pause = near ? Math.round(MINUTE / limit) : 0;
      return pause;
    },
  };
}

export type Pace = {
  before(): Promise<void>;
  /** Notes what an answer says about the allowance, and gives the pause that follows from it. */
  after(headers: Readonly<Record<string, string>>): number;
};

const MINUTE = 60_000;
