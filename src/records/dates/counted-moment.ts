import {UsageError} from '../../errors.js';
import {monthsLater} from '../../words/calendar.js';
import {fromSent, toSent} from './service-clock.js';

/** A typed moment, where `+7 days` counts from the moment of a mailing on the account's clock. */
export function countedFrom(old: string | undefined, at: string): string {
  const [, sign, count = '', unit = ''] = FORM.exec(at) ?? [];
  if (sign === undefined) {
    if (!/^\s*[+-]/.test(at)) return at;
    throw new UsageError(`--at "${at}" is not a time that emk can count.`, {
      hint: 'Write it like "+7 days" or "+2 hours".',
    });
  }
  const shown = fromSent(old ?? '');
  if (Number.isNaN(shown)) {
    throw new UsageError(`--at "${at}" counts from the time of the mailing, but the service shows none.`, {
      hint: 'Give the new time: --at "2030-05-01 09:00"',
    });
  }
  return toSent(moved(shown, Number(count) * (sign === '-' ? -1 : 1), unit.toLowerCase()));
}

const FORM = /^\s*([+-])\s*(\d{1,4})\s*(minute|min|hour|h|day|d|week|w|month)s?\s*$/i;

function moved(shown: number, count: number, unit: string): number {
  if (unit === 'month') return monthsLater(shown, count);
  const minutes = unit.startsWith('m') ? 1 : unit.startsWith('h') ? 60 : unit.startsWith('d') ? 1440 : 10_080;
  return shown + count * minutes * 60_000;
}
