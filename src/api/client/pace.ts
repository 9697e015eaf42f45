import {retryAfter} from '../wire/retry-after.js';
import type {Patience} from './retry.js';

/** Delays requests that the service would refuse, or that exceed the rate that the user chose. */
export type Pace = {
  before(): Promise<void>;
  /** Notes what an answer says about the rate limit. */
  after(headers: Readonly<Record<string, string>>): void;
};

/** What is known of a service's limits. Times are in milliseconds since 1970, by this machine's clock. */
export type Limits = {
  readonly seen: number;
  /** The service asked for no request before this time. */
  readonly until: number;
  /** If few requests are left in this minute: the time between two requests, and when the next may go out. */
  readonly gap: number;
  readonly next: number;
};

/** Shares the limits between the runs of one account. Saving them may fail without harm. */
export type PaceBoard = {read(): Limits | undefined; write(limits: Limits): void};

type PaceOptions = Pick<Patience, 'budget' | 'sleep' | 'waiting'> & {
  now(): Date;
  /** How many requests this run may send per second; 0 for no limit. */
  readonly rate: number;
  /** Opened with the first request. */
  readonly board?: (() => Promise<PaceBoard | undefined>) | undefined;
};

/** Slows down before the service does: with few requests left in the minute, all runs take turns. */
export function createPace({budget, sleep, waiting, now, rate, board}: PaceOptions): Pace {
  let found: PaceBoard | undefined;
  let mine = NOTHING;
  /** The time until which this run has waited, so that a clock that was set back does not make it wait again. */
  let reached = 0;
  let nextOfRun = 0;
  /** The wait that the service asked of this run, which applies to its retries. */
  let ownUntil = 0;
  const time = (): number => Math.max(now().getTime(), reached);

  const known = (): Limits => {
    const theirs = found?.read();
    if (!theirs || !isCredible(theirs, time())) return mine;
    // A turn that was already assigned counts, whichever run learned the limits last.
    return {...(theirs.seen > mine.seen ? theirs : mine), next: Math.max(theirs.next, mine.next)};
  };
  const note = (limits: Limits): void => {
    mine = limits;
    found?.write(limits);
  };
  const keepRate = async (): Promise<void> => {
    const turn = Math.max(time(), nextOfRun);
    nextOfRun = turn + 1000 / rate;
    const wait = turn - time();
    reached = Math.max(reached, turn);
    if (wait > 0) await sleep(wait);
  };

  return {
    async before() {
      found ??= await board?.();
      if (rate > 0) await keepRate();
      const at = time();
      const {seen, until, gap, next} = known();
      const isSlow = gap > 0 && at - seen < MINUTE;
      const turn = isSlow ? Math.max(at, next) : at;
      if (isSlow) note({seen, until, gap, next: turn + gap});
      const asked = until === ownUntil ? 0 : until - at;
      // Without enough waiting time left, the request goes out and the service decides.
      const wait = Math.min(asked > budget.left ? 0 : Math.max(asked, turn - at), budget.left);
      if (wait <= 0) return;
      budget.left -= wait;
      reached = at + wait;
      const why = asked > 0 ? 'The service asked another emk to wait' : 'The service allows few more requests for now';
      waiting(why, wait);
      await sleep(wait);
    },
    after(headers) {
      const gap = gapIn(headers);
      const asked = retryAfter(headers);
      const at = time();
      const before = known();
      if (gap === 0 && asked === undefined && before.gap === 0 && before.until <= at) return;
      const next = gap > 0 ? Math.max(at + gap, before.gap > 0 ? before.next : 0) : 0;
      ownUntil = asked === undefined ? 0 : at + asked;
      note({seen: at, until: ownUntil, gap, next});
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
const NOTHING: Limits = {seen: 0, until: 0, gap: 0, next: 0};

/** Whether limits are plausible: those of a machine with a wrong clock would delay everybody. */
const isCredible = ({seen, until, gap, next}: Limits, at: number): boolean =>
  seen <= at + CLOCKS_AGREE && until - seen <= LONGEST && gap <= MINUTE && next - seen <= LONGEST;

const CLOCKS_AGREE = 5000;
const LONGEST = 60 * MINUTE;
