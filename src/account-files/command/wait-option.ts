import type {Param} from '../../api/describe/schema.js';
import {durationForms, parseDuration} from '../../commands/duration.js';
import {UsageError} from '../../errors.js';

/** How long to wait for the last request of an interrupted run. */
export const waitParam = {
  type: 'text',
  value: 'time',
  help: 'How long to wait for the last request of an interrupted run (default: 30s)',
  decides: 'checks',
  rare: true,
} as const satisfies Param;

/** The same time in milliseconds. */
export function toWait(given: string | undefined): number {
  const time = parseDuration(given ?? '30s');
  if (time !== undefined) return time;
  throw new UsageError(`--settle-wait takes ${durationForms}, not "${given}".`, {hint: 'Remove it to wait 30 s.'});
}
