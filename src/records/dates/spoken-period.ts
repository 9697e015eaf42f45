import {UsageError} from '../../errors.js';
import {DAY} from '../../words/calendar.js';
import {monthNames} from '../../words/months.js';
import {yearOf} from './spoken-date.js';
import {indexOfName, type ReadingDay} from './spoken-words.js';

/** A span of days: the midnight of its first day, and the midnight after its last day. */
export type Days = {readonly from: number; readonly until: number};

/** Weeks, months and years: `last week`, `2026-03`, `march`, `may 2024`, `2025`. A week begins on Monday. */
export function readPeriod(text: string, on: ReadingDay): Days | undefined {
  const {today, ways} = on;
  const [year, month] = [new Date(today).getUTCFullYear(), new Date(today).getUTCMonth()];
  const around = aroundToday(text);
  if (around?.unit === 'week') {
    const monday = today - (((new Date(today).getUTCDay() + 6) % 7) - 7 * around.ahead) * DAY;
    return {from: monday, until: monday + 7 * DAY};
  }
  if (around?.unit === 'month') return monthOf(year, month + around.ahead);
  if (around) return wholeYear(year + around.ahead);
  if (/^\d{4}$/.test(text)) return wholeYear(yearOf(text, ways));
  const [, numbered, number] = /^(\d{4})-(\d{1,2})$/.exec(text) ?? [];
  if (numbered !== undefined) {
    if (Number(number) < 1 || Number(number) > 12) {
      throw new UsageError(`There is no month ${Number(number)}.`, {hint: ways});
    }
    return monthOf(yearOf(numbered, ways), Number(number) - 1);
  }
  const [, name = '', typedYear] = /^([a-z]+\.?)(?: (\d{4}))?$/.exec(text) ?? [];
  const index = indexOfName(name, monthNames);
  if (index === undefined) return undefined;
  return monthOf(typedYear === undefined ? yearWith(index, text, on) : yearOf(typedYear, ways), index);
}

function aroundToday(text: string): {readonly unit: string; readonly ahead: -1 | 0 | 1} | undefined {
  const [, which, unit] = /^(this|last|next) (week|month|year)$/.exec(text) ?? [];
  return unit === undefined ? undefined : {unit, ahead: which === 'last' ? -1 : which === 'next' ? 1 : 0};
}

/** The year of a month that was typed without one. */
function yearWith(index: number, text: string, {today, leaning}: ReadingDay): number {
  const [year, month] = [new Date(today).getUTCFullYear(), new Date(today).getUTCMonth()];
  const [latest, next] = [year - (index > month ? 1 : 0), year + (index < month ? 1 : 0)];
  if (leaning === 'past' || latest === next) return latest;
  if (leaning === 'ahead') return next;
  const [one, other] = [`${monthNames[index]} ${latest}`, `${monthNames[index]} ${next}`];
  throw new UsageError(`"${text}" may be ${one} or ${other}.`, {hint: `Write "${one}" or "${other}".`});
}

const monthOf = (year: number, month: number): Days => ({
  from: Date.UTC(year, month, 1),
  until: Date.UTC(year, month + 1, 1),
});

const wholeYear = (year: number): Days => ({from: Date.UTC(year, 0, 1), until: Date.UTC(year + 1, 0, 1)});
