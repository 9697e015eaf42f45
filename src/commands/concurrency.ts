import type {Params} from '../api/describe/schema.js';
import {UsageError} from '../errors.js';

/** The option of a command that sends many independent requests. */
export const concurrencyOption = {
  concurrency: {type: 'integer', help: 'Requests at a time, up to 16 (default: 1)', value: 'n'},
} as const satisfies Params;

/** How many requests may run at once; one by default, because the service limits requests. */
export function toConcurrency(given: unknown): number {
  const concurrency = Number(given ?? 1);
  if (concurrency >= 1 && concurrency <= MOST) return concurrency;
  throw new UsageError(`--concurrency must be from 1 to ${MOST}, not ${concurrency}.`, {
    hint: 'Remove it to send one request at a time.',
  });
}

const MOST = 16;
