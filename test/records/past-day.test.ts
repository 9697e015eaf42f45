/** Past days as people say them. */
import {describe, expect, test} from 'vitest';
import {readPastDays} from '../../src/records/dates/past-day.js';

/** A Saturday. */
const today = Date.UTC(2026, 10, 21);

const shown = (text: string): string => {
  const {from, until} = readPastDays(text, today);
  const days = (at: number) => new Date(at).toISOString().slice(0, 10);
  return until - from === 86_400_000 ? days(from) : `${days(from)} to ${days(until - 1)}`;
};

describe('a day that is over', () => {
  test.each([
    ['today', '2026-11-21'],
    ['Yesterday', '2026-11-20'],
    ['3 days ago', '2026-11-18'],
    ['a week ago', '2026-11-14'],
    ['2 weeks ago', '2026-11-07'],
    ['9 months ago', '2026-02-21'],
    ['a year ago', '2025-11-21'],
    ['monday', '2026-11-16'],
    ['last mon', '2026-11-16'],
    ['last saturday', '2026-11-14'],
    ['1 may', '2026-05-01'],
    ['21 November', '2026-11-21'],
    ['22 November', '2025-11-22'],
    ['Dec 24', '2025-12-24'],
    ['24.12.', '2025-12-24'],
    ['1 May 2024', '2024-05-01'],
    ['friday 1 may', '2026-05-01'],
    ['2026-03-04', '2026-03-04'],
    ['2026-03-04 10:00', '2026-03-04'],
    ['2026-02', '2026-02-01 to 2026-02-28'],
    ['march', '2026-03-01 to 2026-03-31'],
    ['dec', '2025-12-01 to 2025-12-31'],
    ['may 2024', '2024-05-01 to 2024-05-31'],
    ['this week', '2026-11-16 to 2026-11-22'],
    ['last week', '2026-11-09 to 2026-11-15'],
    ['this month', '2026-11-01 to 2026-11-30'],
    ['last month', '2026-10-01 to 2026-10-31'],
    ['this year', '2026-01-01 to 2026-12-31'],
    ['last year', '2025-01-01 to 2025-12-31'],
    ['2025', '2025-01-01 to 2025-12-31'],
    ['gestern', '2026-11-20'],
    ['vor 3 Tagen', '2026-11-18'],
    ['letzte Woche', '2026-11-09 to 2026-11-15'],
    ['dieses Jahr', '2026-01-01 to 2026-12-31'],
    ['März', '2026-03-01 to 2026-03-31'],
    ['monday last week', '2026-11-09'],
    ['the 5th', '2026-11-05'],
    ['the 30th', '2026-10-30'],
    ['29 feb', '2024-02-29'],
  ])('%s is %s', (text, days) => {
    expect(shown(text)).toBe(days);
  });

  test.each([
    ['saturday', '"saturday" may be Saturday 21 November 2026 or Saturday 14 November 2026.'],
    ['tomorrow', '"tomorrow" is in the future.'],
    ['next monday', '"next monday" is in the future.'],
    ['03/04', '"03/04" may be'],
    ['2 weeks from now', '"2 weeks from now" is in the future.'],
    ['30 February', 'There is no 30 February 2026'],
    ['2026-02-30', 'There is no 30 February 2026'],
    ['whenever', '"whenever" is not a day that emk understands.'],
    ['', 'No day was given.'],
  ])('%s is refused', (text, message) => {
    expect(() => shown(text)).toThrow(message);
  });

  test('that is not understood is answered with ways to say one', () => {
    expect(() => shown('whenever')).toThrow(expect.objectContaining({hint: expect.stringContaining('2 weeks ago')}));
  });
});
