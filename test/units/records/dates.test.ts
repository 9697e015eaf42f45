/** Typed dates: read as a whole on the account's clock, said back in words, and refused if they have two meanings. */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {momentsShowing, type Zones} from '../../../src/records/dates/clock.js';
import {countedFrom, readMoment} from '../../../src/records/dates/when.js';
import {momentAsSpoken} from '../../../src/records/dates/words.js';
import {samples} from '../../support/random-runs.js';

/** A Wednesday at noon in UTC. */
const now = new Date('2026-11-18T12:00:00Z');
const berlin: Zones = {service: 'Europe/Berlin', local: 'Europe/Berlin'};
const read = (text: string, zones: Zones = {service: 'UTC'}): string => readMoment(text, now, zones);

const notUnderstood = 'is not a day that emk understands.';

describe('a future moment', () => {
  test.each([
    ['2026-11-22 09:00', '2026-11-22 09:00:00'],
    ['2026-11-22 9:00', '2026-11-22 09:00:00'],
    ['2026-11-22T09:00', '2026-11-22 09:00:00'],
    ['2026-11-22T09:00:30', '2026-11-22 09:00:30'],
    [' 2028-02-29  23:59 ', '2028-02-29 23:59:00'],
    ['today 18:00', '2026-11-18 18:00:00'],
    ['tomorrow 9am', '2026-11-19 09:00:00'],
    ['tomorrow 6:30pm', '2026-11-19 18:30:00'],
    ['friday 18:30', '2026-11-20 18:30:00'],
    ['tue 9am', '2026-11-24 09:00:00'],
    ['thurs 18:30', '2026-11-19 18:30:00'],
    ['in 2 months 9am', '2027-01-18 09:00:00'],
    ['+3 days 9am', '2026-11-21 09:00:00'],
    ['in 2h', '2026-11-18 14:00:00'],
    ['+90 minutes', '2026-11-18 13:30:00'],
    ['18:30', '2026-11-18 18:30:00'],
    ['12:00', '2026-11-19 12:00:00'],
    ['9am', '2026-11-19 09:00:00'],
  ])('%s is %s', (text, sent) => {
    expect(read(text)).toBe(sent);
  });

  test.each([
    ['2026-11-22T09:00+01:00', '2026-11-22 09:00:00'],
    ['2026-11-22T09:00Z', '2026-11-22 10:00:00'],
    ['2026-11-22T09:00:00.000Z', '2026-11-22 10:00:00'],
    ['2026-11-22 9:00 -0530', '2026-11-22 15:30:00'],
    ['in 2 hours', '2026-11-18 15:00:00'],
    ['13:30', '2026-11-18 13:30:00'],
    ['12:30', '2026-11-19 12:30:00'],
  ])('%s is %s in Berlin', (text, sent) => {
    expect(read(text, berlin)).toBe(sent);
  });

  test("is on the day that it is on the account's clock", () => {
    expect(read('today 23:00', {service: 'Pacific/Kiritimati', local: 'UTC'})).toBe('2026-11-19 23:00:00');
    expect(readMoment('tomorrow 9am', new Date('2026-11-18T23:30:00Z'), berlin)).toBe('2026-11-20 09:00:00');
  });

  test.each<readonly [text: string, why: string]>([
    ['wednesday 9:00', '"wednesday" may be Wednesday 18 November 2026 or Wednesday 25 November 2026.'],
    ['2027-02-30 9:00', 'There is no 2027-02-30 in the calendar.'],
    ['2026-13-01 9:00', 'There is no 2026-13-01 in the calendar.'],
    ['tomorrow', '"tomorrow" has no time of day.'],
    ['+7 days', '"+7 days" has no time of day.'],
    ['now', '"now" is not in the future.'],
    ['2 hours ago', '"2 hours ago" is not in the future.'],
    ...[
      '9am tomorrow',
      'next friday 9:00',
      'in an hour',
      'tomorrow at 9am',
      '03/04 9:00',
      '22.11.2026 9:00',
      '1 May 2030 9:00',
      'friday 9',
      'friday 1.12',
      'tomorrow at 6',
      'tomorrow 24:00',
      'tomorrow 13pm',
      'tomorrow 12pm',
      'tomorrow noon',
      'tonight 8pm',
      'tomorow 9am',
      'tomorrow 9am 10am',
      'tomorrow 9am CET',
      'last week 9am',
      'morgen 9 Uhr',
      '2026-11-22 9:60',
      '18:30+01:00',
      'in 9999 years 9am',
      '',
    ].map(text => [text, `"${text}" ${notUnderstood}`] as const),
  ])('%s is refused', (text, why) => {
    expect(() => read(text)).toThrow(why);
  });

  test('that is refused is answered with the forms', () => {
    expect(() => read('soon')).toThrow(expect.objectContaining({hint: expect.stringContaining('"tomorrow 9am"')}));
    expect(() => read('wednesday 9:00')).toThrow(expect.objectContaining({hint: 'Write 2026-11-18 or 2026-11-25.'}));
  });

  test.each(['2026-11-22T09:00+01:00', 'in 2 hours', 'tomorrow 9am', 'friday 18:30', '18:30'])(
    "%s needs the account's zone",
    text => {
      expect(() => read(text, {})).toThrow(`"${text}" needs the account's time zone`);
    },
  );

  test('is a written one where the zone is unknown', () => {
    expect(read('2026-11-22 09:00', {})).toBe('2026-11-22 09:00:00');
  });

  test.each([
    ['Europe/Berlin', '2027-03-28 02:30', 'skips'],
    ['Europe/Berlin', '2027-10-31 02:30', 'shows twice'],
    ['Europe/Berlin', '2027-10-31T02:30+02:00', 'shows twice'],
    ['Australia/Sydney', '2027-10-03 02:30', 'skips'],
    ['Australia/Lord_Howe', '2027-04-04 01:45', 'shows twice'],
    ['America/New_York', '2027-03-14 02:30', 'skips'],
  ])('in %s is not %s, which the clock %s', (service, text, what) => {
    const attempt = () => read(text, {service});
    expect(attempt).toThrow(`The clock in ${service} ${what} ${text.slice(0, 10)} `);
  });
});

test.each([
  ['+7 days', '2026-02-07 09:00:00'],
  ['+1 month', '2026-02-28 09:00:00'],
  ['+2w', '2026-02-14 09:00:00'],
  ['friday 9am', 'friday 9am'],
])('%s is counted from the moment of a mailing, on the clock of the account', (at, moment) => {
  expect(countedFrom('2026-01-31 09:00:00', at)).toBe(moment);
});

test('what cannot be counted is refused', () => {
  expect(() => countedFrom('2026-01-31 09:00:00', '+9999 years')).toThrow('cannot be counted');
  expect(() => countedFrom('2026-01-31 09:00:00', '+1 moon')).toThrow('cannot be counted');
  expect(() => countedFrom(undefined, '+1 day')).toThrow('cannot be counted');
});

describe('is said back', () => {
  const sent = '2026-11-23 08:00:00';

  test.each([
    [{}, "Monday 23 November 2026 at 08:00 (the account's time)", `sent as ${sent}`],
    [berlin, 'Monday 23 November 2026 at 08:00 (Europe/Berlin)', `sent as ${sent}`],
    [
      {service: 'America/Los_Angeles', local: 'Asia/Kolkata'},
      'Monday 23 November 2026 at 21:30 (your time, Asia/Kolkata)',
      `sent to the service as ${sent}, the account's time (America/Los_Angeles)`,
    ],
  ])('for %j', (zones, words, asSent) => {
    expect(momentAsSpoken(sent, zones)).toEqual({words, asSent});
  });

  test('as it is where it is none', () => {
    expect(momentAsSpoken('soon enough', {}).words).toBe("soon enough (the account's time)");
  });
});

const zone = fc.constantFrom(
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'America/St_Johns', 'Asia/Kolkata', 'Asia/Kathmandu'],
  ...['Australia/Sydney', 'Australia/Lord_Howe', 'Pacific/Chatham', 'Pacific/Apia', 'Pacific/Kiritimati'],
);

test('a moment with its offset is sent as what the clock of the account shows then', () => {
  const seconds = fc.integer({min: Date.parse('2026-11-20Z') / 1000, max: Date.parse('2032-01-01Z') / 1000});
  fc.assert(
    fc.property(seconds, zone, (at, service) => {
      try {
        const taken = read(new Date(at * 1000).toISOString(), {service});
        expect(momentsShowing(Date.parse(`${taken.replace(' ', 'T')}Z`), service)).toEqual([at * 1000]);
        expect(read(taken, {service})).toBe(taken);
      } catch (error) {
        expect(String(error)).toContain('shows twice');
      }
    }),
    samples(150),
  );
});

test('nothing that is typed makes it fail in another way', () => {
  const word = fc.constantFrom(
    ...[
      'in',
      'next',
      'at',
      '9am',
      '9:00',
      '12',
      '+',
      '2 days',
      'ago',
      '2026-11-22',
      'T',
      'monday',
      '+01:00',
      'Z',
      '\0',
    ],
  );
  const typed = fc.oneof(
    fc.string(),
    fc.array(word).map(words => words.join(' ')),
  );
  fc.assert(
    fc.property(typed, text => {
      try {
        expect(read(text, berlin)).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
      } catch (error) {
        expect(error).toMatchObject({exit: 2});
      }
    }),
    samples(250),
  );
});
