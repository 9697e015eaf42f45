import {daysIn, monthNames} from '../core/words/calendar.js';

/** Why a text is not a calendar day, as the rest of a sentence; undefined if it is one. */
export function dayProblem(text: string): string | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === '') return `must be a day such as 2026-03-31, not "${text}"`;
  const name = monthNames[Number(month) - 1];
  if (name === undefined) return `names month ${month} in "${text}", but a year has 12`;
  const days = daysIn(Number(year), Number(month));
  if (Number(day) >= 1 && Number(day) <= days) return undefined;
  return `names a day that does not exist: ${name} ${year} has ${days} days, not ${Number(day)}`;
}
