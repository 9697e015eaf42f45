/** Moments read a second time, by a reader that looks through days and hours: what has two meanings is refused. */

import fc from 'fast-check';
import {expect, test} from 'vitest';
import {readMoment} from '../../src/records/dates/spoken-moment.js';
import {samples} from '../random-runs.js';
import {tries} from '../sample.js';

const DAY = 86_400_000;

/** What a phrase can mean on a day: each meaning finds days from today on, and takes the first. */
type Meaning = (day: Date, today: Date) => boolean;
type Phrase = {readonly says: string; readonly meanings: readonly Meaning[]};

const english = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const german = 'Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag'.split(' ');
const months = 'January February March April May June July August September October November December'.split(' ');
const monate = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ');

const away = (day: Date, today: Date): number => (day.getTime() - today.getTime()) / DAY;
const inDays =
  (count: number): Meaning =>
  (day, today) =>
    away(day, today) === count;
const isDate =
  (date: number, month: number): Meaning =>
  day =>
    day.getUTCDate() === date && day.getUTCMonth() === month;
/** The first day of a week that begins on the given weekday, counted from the first day of this one. */
const inWeek =
  (weekday: number, {first, ahead}: {first: number; ahead: number}): Meaning =>
  (day, today) => {
    const begins = (each: Date): number => each.getTime() - ((each.getUTCDay() - first + 7) % 7) * DAY;
    return day.getUTCDay() === weekday && begins(day) - begins(today) === ahead * 7 * DAY;
  };
const soon =
  (weekday: number): Meaning =>
  (day, today) =>
    day.getUTCDay() === weekday && away(day, today) > 0;
const today: Meaning = (day, now) => away(day, now) === 0;

const dayPhrases = fc.oneof(
  fc.constantFrom<Phrase>(
    ...['today', 'heute'].map(says => ({says, meanings: [inDays(0)]})),
    ...['tomorrow', 'morgen'].map(says => ({says, meanings: [inDays(1)]})),
    ...['the day after tomorrow', 'übermorgen', 'uebermorgen'].map(says => ({says, meanings: [inDays(2)]})),
    ...['in two weeks', 'in zwei Wochen', 'in 14 Tagen', '2 weeks from now'].map(says => ({
      says,
      meanings: [inDays(14)],
    })),
    ...['end of month', 'end of the month', 'Monatsende', 'Ende des Monats'].map(says => ({
      says,
      meanings: [((day: Date) => new Date(day.getTime() + DAY).getUTCDate() === 1) as Meaning],
    })),
    ...['29 feb', '29. Februar', '29.2.'].map(says => ({says, meanings: [isDate(29, 1)]})),
  ),
  fc.integer({min: 0, max: 6}).chain(weekday =>
    fc.constantFrom<Phrase>(
      ...[english[weekday] ?? '', `am ${german[weekday]}`, german[weekday]?.slice(0, 2) ?? ''].map(says => ({
        says,
        // Said on that very weekday, it may mean today.
        meanings: [soon(weekday), ((day, now) => day.getUTCDay() === weekday && today(day, now)) as Meaning],
      })),
      ...[`next ${english[weekday]}`, `nächsten ${german[weekday]}`].map(says => ({
        says,
        meanings: [soon(weekday), inWeek(weekday, {first: 1, ahead: 1})],
      })),
      ...[`${english[weekday]} next week`, `nächste Woche ${german[weekday]}`].map(says => ({
        says,
        meanings: [inWeek(weekday, {first: 1, ahead: 1}), inWeek(weekday, {first: 0, ahead: 1})],
      })),
    ),
  ),
  fc.tuple(fc.integer({min: 1, max: 28}), fc.integer({min: 0, max: 11})).chain(([date, month]) =>
    fc.constantFrom<Phrase>(
      ...[
        `${date} ${months[month]}`,
        `${months[month]} ${date}`,
        `am ${date}. ${monate[month]}`,
        `${date}.${month + 1}.`,
      ].map(says => ({says, meanings: [isDate(date, month)]})),
      {
        says: `${date}/${month + 1}`,
        meanings: [isDate(date, month), ...(date <= 12 ? [isDate(month + 1, date - 1)] : [])],
      },
      ...[`the ${date}th`, `am ${date}.`].map(says => ({
        says,
        meanings: [((day: Date) => day.getUTCDate() === date) as Meaning],
      })),
    ),
  ),
);

/** A time of day with its minutes after midnight; two of them if people mean either. */
type Time = {readonly says: string; readonly minutes: readonly number[]};

const times = fc.tuple(fc.integer({min: 0, max: 23}), fc.constantFrom(0, 5, 30)).chain(([hour, minute]) => {
  const [two, at] = [String(minute).padStart(2, '0'), hour * 60 + minute];
  const twelve = hour % 12 === 0 ? 12 : hour % 12;
  const half = hour < 12 ? 'am' : 'pm';
  const either = (hour >= 1 && hour <= 7) || hour === 12 ? [hour * 60, ((hour + 12) % 24) * 60] : [hour * 60];
  return fc.constantFrom<Time>(
    {says: `${hour}:${two}`, minutes: [at]},
    {says: `um ${hour}:${two} Uhr`, minutes: [at]},
    {says: `${hour}.${two} Uhr`, minutes: [at]},
    {says: `${hour} Uhr`, minutes: [hour * 60]},
    {says: `${twelve}:${two}${half}`, minutes: twelve === 12 && minute === 0 ? [0, 720] : [at]},
    {says: `${twelve}.${two} ${half}`, minutes: twelve === 12 && minute === 0 ? [0, 720] : [at]},
    {says: `at ${hour}`, minutes: either},
    {says: `um ${hour}`, minutes: either},
    ...(hour >= 17 ? [{says: `${twelve === 12 ? 12 : hour - 12} Uhr abends`, minutes: [hour * 60]}] : []),
    ...(hour >= 4 && hour < 12 ? [{says: `${hour} in the morning`, minutes: [hour * 60]}] : []),
    {says: '24:00', minutes: [1440]},
    {says: 'midnight', minutes: [0, 1440]},
  );
});

function meaningsOf({meanings}: Phrase, {minutes}: Time, now: Date): readonly string[] {
  const midnight = new Date(Math.floor(now.getTime() / DAY) * DAY);
  const found = meanings.flatMap(means => firstDay(midnight, day => means(day, midnight)) ?? []);
  const moments = found.flatMap(day => minutes.map(each => day.getTime() + each * 60_000));
  return [...new Set(moments)].map(at => new Date(at).toISOString().slice(0, 19).replace('T', ' '));
}

function firstDay(from: Date, fits: (day: Date) => boolean): Date | undefined {
  for (let away = 0; away < 3_000; away++) {
    const day = new Date(from.getTime() + away * DAY);
    if (fits(day)) return day;
  }
  return undefined;
}

test('a phrase with one meaning is read as that one, and every other is refused', () => {
  const moment = fc
    .integer({min: Date.parse('2026-01-01T00:00:00Z') / 60_000, max: Date.parse('2032-12-31T00:00:00Z') / 60_000})
    .map(minutes => new Date(minutes * 60_000));
  fc.assert(
    fc.property(moment, dayPhrases, times, fc.boolean(), (now, day, time, timeLast) => {
      // "at 4 am 1. Mai" is English until "am" and German after it.
      const last = timeLast || (day.says.startsWith('am ') && !time.says.includes('Uhr'));
      const text = last ? `${day.says} ${time.says}` : `${time.says} ${day.says}`;
      const meanings = meaningsOf(day, time, now);
      const read = (): string => readMoment(text, now, {service: 'UTC'});
      if (meanings.length === 1) expect([text, read()]).toEqual([text, meanings[0]]);
      else expect(read, text).toThrow(/may be|is noon to some|means noon/);
    }),
    samples(tries(500, 1_500)),
  );
});
