/** Dates in names and subjects move as far as the mailing, and nothing else in them does. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {countedFrom} from '../../src/records/dates/counted-moment.js';
import {movedDates} from '../../src/records/dates/moved-dates.js';

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);
const moved = (text: string, from: string, to: string): string => movedDates(text, {from: day(from), to: day(to)}).text;

test.each([
  ['May 5', 'May 12'],
  ['News of 5 May 2026', 'News of 12 May 2026'],
  ['Our offers, May 5th, 2026!', 'Our offers, May 12th, 2026!'],
  ['Nur bis 5. Mai', 'Nur bis 12. Mai'],
  ['Nur bis 29. Mai', 'Nur bis 5. Juni'],
  ['Until 30 April', 'Until 7 May'],
  ['KW 19', 'KW 20'],
  ['Week 19: news', 'Week 20: news'],
  ['KW19/2026', 'KW20/2026'],
  ['2026-W19', '2026-W20'],
  ['Newsletter 2026-05-05', 'Newsletter 2026-05-12'],
  ['Bis 05.05.', 'Bis 12.05.'],
  ['Bis 5.5.2026 und 1. Juni', 'Bis 12.5.2026 und 8. Juni'],
  ['MAY 5', 'MAY 12'],
  ['May 25 to June 1', 'June 1 to June 8'],
])('a week later, %s is %s', (old, now) => {
  expect(moved(old, '2026-05-05', '2026-05-12')).toBe(now);
});

test.each([
  ['Newsletter 2026-05', 'Newsletter 2026-06'],
  ['May 2026', 'June 2026'],
  ['Mai 2026', 'Juni 2026'],
  ['April 2026 für Sie', 'Mai 2026 für Sie'],
  ['May', 'June'],
  ['mai', 'juni'],
])('a month later, %s is %s', (old, now) => {
  expect(moved(old, '2026-05-05', '2026-06-02')).toBe(now);
});

test.each([
  'You may 5 times',
  'May we invite you?',
  'Ada, born 10 December 1815',
  'Week 2 of our course',
  'Version 2026.05',
  '10.000 reasons',
  'Room 5.5',
  '31 June',
  'Maybe 5',
  'Our 50 best',
  '25% until tonight',
  '2019-05',
])('%s stays as it is', text => {
  expect(moved(text, '2026-05-05', '2026-05-12')).toBe(text);
});

test.each([
  ['May 3-5', 'May 13-15'],
  ['May 3–5: three days', 'May 13–15: three days'],
  ['May 24-26', 'June 3-5'],
  ['May 20 to 22', 'May 30 to June 1'],
  ['3-5 May', '13-15 May'],
  ['3rd to 5th of May 2026', '13th to 15th of May 2026'],
  ['3.–5. Mai', '13.–15. Mai'],
  ['Vom 20. bis 22. Mai', 'Vom 30. Mai bis 1. Juni'],
  ['3.-5.5.', '13.-15.5.'],
  ['20.–22.5.2026', '30.5.–1.6.2026'],
  ['Freitag, 8. Mai', 'Montag, 18. Mai'],
  ['Fr, 8.5.', 'Mo, 18.5.'],
  ['Friday, May 8th', 'Monday, May 18th'],
  ['FRIDAY 8 May', 'MONDAY 18 May'],
  ['Fri–Sun, May 8–10', 'Mon–Wed, May 18–20'],
  ['Freitag, den 8. Mai 2026', 'Montag, den 18. Mai 2026'],
  ['Bis 8.5.26', 'Bis 18.5.26'],
  ['News 5 May', 'News 15 May'],
  ['5.5. News', '15.5. News'],
])('ten days later, %s is %s', (old, now) => {
  expect(moved(old, '2026-05-05', '2026-05-15')).toBe(now);
});

test.each([
  ['Top 10 May deals', ['10 May']],
  ['10 May deals', ['10 May']],
  ['Our best 10 May', ['10 May']],
  ['Version 2.5.', ['2.5.']],
  ['June 20% off', ['June 20']],
  ['June 5.5 is out', ['June 5']],
  ['Thursday, 8 May', ['Thursday, 8 May']],
  ['Montag, 8. Mai', ['Montag, 8. Mai']],
  ['Until 5/8', ['5/8']],
  ['This Friday only', ['Friday']],
  ['Unser Mai für Sie', ['Mai']],
  ['May deals', ['May']],
  ['Du 3 au 5 mai', ['5 mai']],
  ['Le 1er mai', ['1er mai']],
  ['Hasta el 5 de mayo', ['5 de mayo']],
  ['Fino al 5 maggio', ['5 maggio']],
  ['5 janvier 1815', []],
  ['May your days be merry', []],
  ['Black Friday, open 24/7', []],
  ['May we invite you?', []],
])('%s stays, and a person hears of %j', (text, stays) => {
  const move = {from: day('2026-05-05'), to: day('2026-06-08')};
  expect(movedDates(text, move)).toEqual({text, moved: [], stays});
});

test('a weekday alone stays unmentioned if the mailing keeps its weekday', () => {
  expect(movedDates('This Friday', {from: day('2026-05-05'), to: day('2026-05-12')}).stays).toEqual([]);
});

test('the turn of a year is one too', () => {
  expect(moved('KW 53/2026', '2026-12-30', '2027-01-06')).toBe('KW 1/2027');
  expect(moved('December 30', '2026-12-30', '2027-01-06')).toBe('January 6');
  expect(moved('2026-12', '2026-12-30', '2027-01-30')).toBe('2027-01');
});

test('what was moved is named', () => {
  const {moved: all} = movedDates('KW 19 until May 10', {from: day('2026-05-05'), to: day('2026-05-12')});
  expect(all).toEqual([
    ['KW 19', 'KW 20'],
    ['May 10', 'May 17'],
  ]);
});

test('a moment is counted from the old one, on the clock of the account', () => {
  const from = (at: string, old: string | undefined = '2026-01-31 09:00:00') => countedFrom(old, at);
  expect(from('+7 days')).toBe('2026-02-07 09:00:00');
  expect(from('-90 min')).toBe('2026-01-31 07:30:00');
  expect(from('+1 month')).toBe('2026-02-28 09:00:00');
  expect(from('+2w')).toBe('2026-02-14 09:00:00');
  expect(from('friday 9am')).toBe('friday 9am');
  expect(() => from('+1 moon')).toThrow('not a time that emk can count');
  expect(() => countedFrom(undefined, '+1 day')).toThrow('the service shows none');
});

test('a date moved there and back is the date that it was, in every way to write it', () => {
  const ways: ReadonlyArray<(day: string, month: number, weekday: number) => string> = [
    (day, month, weekday) => `Until ${english[weekday]}, ${months[month]} ${day}, 2026`,
    (day, month, weekday) => `Bis ${german[weekday]}, ${day}. ${monate[month]} 2026`,
    (day, month, weekday) => `Bis ${german[weekday]?.slice(0, 2)}, ${day}.${month + 1}.2026`,
    (day, month) => `${day} ${months[month]} 2026`,
    (day, month) => `ab ${day}.${month + 1}.`,
  ];
  const date = fc.integer({min: day('2026-03-01'), max: day('2026-10-31')}).map(at => new Date(at));
  fc.assert(
    fc.property(date, fc.integer({min: -30, max: 30}), fc.constantFrom(...ways), (at, days, write) => {
      const text = write(String(at.getUTCDate()), at.getUTCMonth(), at.getUTCDay());
      const from = Math.floor(at.getTime() / 86_400_000) * 86_400_000;
      const to = from + days * 86_400_000;
      const there = movedDates(text, {from, to});
      const then = new Date(to);
      expect(there.text).toBe(write(String(then.getUTCDate()), then.getUTCMonth(), then.getUTCDay()));
      expect(movedDates(there.text, {from: to, to: from}).text).toBe(text);
    }),
  );
});

const english = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const german = 'Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag'.split(' ');
const months = 'January February March April May June July August September October November December'.split(' ');
const monate = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ');
