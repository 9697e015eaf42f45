import type {WholeAnswer} from '../account/answer.js';
import {frameworkError} from '../account/answer.js';

/** Counts requests per minute, like the framework's throttle before anything is applied. */
export function rateLimiter(limit: number, now: () => Date) {
  let window = {began: 0, count: 0};
  return (): {readonly headers: {readonly [name: string]: string}; readonly refusal?: WholeAnswer} => {
    if (limit === 0) return {headers: {}};
    const at = now().getTime();
    if (at - window.began >= minute) window = {began: at, count: 0};
    window.count += 1;
    const headers = {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(Math.max(0, limit - window.count)),
    };
    if (window.count <= limit) return {headers};
    const wait = Math.ceil((window.began + minute - at) / 1000);
    return {headers, refusal: frameworkError(429, 'Too Many Attempts.', {...headers, 'retry-after': String(wait)})};
  };
}

const minute = 60_000;
