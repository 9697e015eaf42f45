/** Moments as people say them: read on the service's clock, repeated in words, and refused if ambiguous. */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {momentsShowing, type Zones} from '../../src/records/dates/service-clock.js';
import {momentAsSpoken, readMoment} from '../../src/records/dates/spoken-moment.js';
import {samples} from '../random-runs.js';

/** A Wednesday at noon in UTC. */
const now = new Date('2026-11-18T12:00:00Z');
const berlin: Zones = {service: 'Europe/Berlin', local: 'Europe/Berlin'};

const read = (text: string, zones: Zones = {service: 'UTC'}): string => readMoment(text, now, zones);

describe('is read', () => {
  test.each([
    ['2026-11-22 09:00', '2026-11-22 09:00:00'],
    ['2026-11-22T09:00:30', '2026-11-22 09:00:30'],
    ['2026/11/22 9:00', '2026-11-22 09:00:00'],
    ['22.11.2026 9:00', '2026-11-22 09:00:00'],
    ['22. 11. 9:00', '2026-11-22 09:00:00'],
    ['17.11. 9:00', '2027-11-17 09:00:00'],
    ['22/11/2026 9:00', '2026-11-22 09:00:00'],
    ['11/22/2026 9:00', '2026-11-22 09:00:00'],
    ['12/12 9:00', '2026-12-12 09:00:00'],
    ['22 November 2026 at 9:00', '2026-11-22 09:00:00'],
    ['the 22nd of nov, 9am', '2026-11-22 09:00:00'],
    ['Nov 22nd, 2026 6:30 p.m.', '2026-11-22 18:30:00'],
    ['Sunday 22 November 2026 at 09:00', '2026-11-22 09:00:00'],
    ['29 february 2028 23:59', '2028-02-29 23:59:00'],
    ['today 18:00', '2026-11-18 18:00:00'],
    ['tomorrow 9am', '2026-11-19 09:00:00'],
    ['9am tomorrow', '2026-11-19 09:00:00'],
    ['Tomorrow at noon', '2026-11-19 12:00:00'],
    ['the day after tomorrow 12:30am', '2026-11-20 00:30:00'],
    ['friday 18:30', '2026-11-20 18:30:00'],
    ['on Thurs 18:30', '2026-11-19 18:30:00'],
    ['tuesday 9:00', '2026-11-24 09:00:00'],
    ['this wednesday 18:30', '2026-11-18 18:30:00'],
    ['next monday 09:00', '2026-11-23 09:00:00'],
    ['next wednesday 09:00', '2026-11-25 09:00:00'],
    ['in 3 days at 9:00', '2026-11-21 09:00:00'],
    ['in a week 9:00', '2026-11-25 09:00:00'],
    ['tomorrow at 9', '2026-11-19 09:00:00'],
    ["9 o'clock tomorrow", '2026-11-19 09:00:00'],
    ['friday 9', '2026-11-20 09:00:00'],
    ['may 9 at 10', '2027-05-09 10:00:00'],
    ['tomorrow 9.30am', '2026-11-19 09:30:00'],
    ['tomorrow at 9.30', '2026-11-19 09:30:00'],
    ['tomorrow at 6 in the evening', '2026-11-19 18:00:00'],
    ['in two weeks 9am', '2026-12-02 09:00:00'],
    ['in 2h', '2026-11-18 14:00:00'],
    ['2 weeks from now', '2026-12-02 12:00:00'],
    ['2 weeks from now 9am', '2026-12-02 09:00:00'],
    ['end of month 9am', '2026-11-30 09:00:00'],
    ['end of next month at 18:00', '2026-12-31 18:00:00'],
    ['tonight 8pm', '2026-11-18 20:00:00'],
    ['tonight at 8', '2026-11-18 20:00:00'],
    ['monday next week 9am', '2026-11-23 09:00:00'],
    ['the 1st at 9am', '2026-12-01 09:00:00'],
    ['the 31st at 9am', '2026-12-31 09:00:00'],
    ['tomorrow 24:00', '2026-11-20 00:00:00'],
    ['29 feb 9:00', '2028-02-29 09:00:00'],
    ['morgen 9 Uhr', '2026-11-19 09:00:00'],
    ['morgen um 9', '2026-11-19 09:00:00'],
    ['morgen 9 Uhr 30', '2026-11-19 09:30:00'],
    ['9.30 Uhr morgen', '2026-11-19 09:30:00'],
    ['morgen früh 8 Uhr', '2026-11-19 08:00:00'],
    ['heute Abend 20 Uhr', '2026-11-18 20:00:00'],
    ['heute Abend um 8', '2026-11-18 20:00:00'],
    ['übermorgen 9 Uhr', '2026-11-20 09:00:00'],
    ['u\u0308bermorgen 9 Uhr', '2026-11-20 09:00:00'],
    ['Freitag 18:30', '2026-11-20 18:30:00'],
    ['18:30 am Freitag', '2026-11-20 18:30:00'],
    ['12 Uhr am Freitag', '2026-11-20 12:00:00'],
    ['Freitag Morgen 9 Uhr', '2026-11-20 09:00:00'],
    ['Freitagabend 8 Uhr', '2026-11-20 20:00:00'],
    ['nächsten Montag 9 Uhr', '2026-11-23 09:00:00'],
    ['kommenden Montag 9 Uhr', '2026-11-23 09:00:00'],
    ['nächste Woche Montag 9 Uhr', '2026-11-23 09:00:00'],
    ['1. Mai 2030 9:00', '2030-05-01 09:00:00'],
    ['am 1. Mai um 9 Uhr', '2027-05-01 09:00:00'],
    ['Mo, 23. November 2026, 9:00', '2026-11-23 09:00:00'],
    ['24. Dez. 8:00', '2026-12-24 08:00:00'],
    ['22.11. 9 Uhr', '2026-11-22 09:00:00'],
    ['in zwei Wochen 9 Uhr', '2026-12-02 09:00:00'],
    ['in einer halben Stunde', '2026-11-18 12:30:00'],
    ['Ende nächsten Monats 9 Uhr', '2026-12-31 09:00:00'],
  ])('%s', (text, sent) => {
    expect(read(text)).toBe(sent);
  });

  test.each([
    ['2026-11-22T09:00+01:00', '2026-11-22 09:00:00'],
    ['2026-11-22T09:00Z', '2026-11-22 10:00:00'],
    ['2026-11-22T09:00:00.000Z', '2026-11-22 10:00:00'],
    ['tomorrow 9am UTC', '2026-11-19 10:00:00'],
    ['22.11.2026 9:00 -0530', '2026-11-22 15:30:00'],
    ['in 2 hours', '2026-11-18 15:00:00'],
    ['in an hour', '2026-11-18 14:00:00'],
    ['in half an hour', '2026-11-18 13:30:00'],
    ['in 90 minutes', '2026-11-18 14:30:00'],
    ['tomorrow 9am', '2026-11-19 09:00:00'],
  ])("%s, where the account's zone is known", (text, sent) => {
    expect(read(text, berlin)).toBe(sent);
  });

  test("by the day that it is on the account's clock", () => {
    expect(read('today 23:00', {service: 'Pacific/Kiritimati', local: 'UTC'})).toBe('2026-11-19 23:00:00');
    expect(readMoment('tomorrow 9am', new Date('2026-11-18T23:30:00Z'), berlin)).toBe('2026-11-20 09:00:00');
  });
});

describe('is refused', () => {
  test.each([
    ['03/04 9:00', '"03/04" may be Saturday 3 April 2027 or Thursday 4 March 2027.'],
    ['03-04-2027 9:00', '"03-04-2027" may be Saturday 3 April 2027 or Thursday 4 March 2027.'],
    ['wednesday 9:00', '"wednesday" may be Wednesday 18 November 2026 or Wednesday 25 November 2026.'],
    ['next friday 9:00', '"next friday" may be Friday 20 November 2026 or Friday 27 November 2026.'],
    ['2027-02-30 9:00', 'There is no 30 February 2027: that month has 28 days.'],
    ['31.4.2027 9:00', 'There is no 31 April 2027: that month has 30 days.'],
    ['30 feb 9:00', 'There is no 30 February 2026: that month has 28 days.'],
    ['0.4.2027 9:00', 'There is no 0 April 2027: that month has 30 days.'],
    ['2026-13-01 9:00', 'There is no month 13.'],
    ['11.22.2026 9:00', 'There is no month 22.'],
    ['22.11.26 9:00', '"22.11.26" has a year of two digits.'],
    ['monday 22 november 2026 9:00', '22 November 2026 is not a Monday.'],
    ['tomorrow', '"tomorrow" has no time of day.'],
    ['tomorrow at 6', '"6" may be 06:00 or 18:00.'],
    ['tomorrow at 12', '"12" may be 12:00 or 00:00.'],
    ['friday 20', '"friday 20" may be Friday 20 November 2026, or 20:00 on Friday 20 November 2026.'],
    ['friday 11', '"friday 11" may be Friday 11 December 2026, or 11:00 on Friday 20 November 2026.'],
    ['friday 1.12', '"1.12" may be a time of day or a date.'],
    ['12:30 am Freitag', 'has an "am" that means noon in German and midnight in English.'],
    ['nächsten Freitag 9 Uhr', '9 Uhr" may be Friday 20 November 2026 or Friday 27 November 2026.'],
    ['sunday next week 9am', '"sunday next week" may be Sunday 22 November 2026 or Sunday 29 November 2026.'],
    ['end of the week 9am', 'may be Friday 20 November 2026 or Sunday 22 November 2026.'],
    ['tonight', '"tonight" names no hour.'],
    ['tonight 2am', '02:00 is not in the evening.'],
    ['may 9', '"may 9" has no time of day.'],
    ['the 32nd at 9am', 'No month has a day 32.'],
    ['morgn 9 Uhr', '"morgn" is not a day that emk understands.'],
    ['18:30', 'The moment has a time of day, but no day.'],
    ['tomorrow 24:30', '"24:30" is not a time of day.'],
    ['tomorrow 13pm', '"13pm" is not a time of day.'],
    ['tomorrow 12pm', '"12pm" is noon to some and midnight to others.'],
    ['tomorrow midnight', 'Midnight may be the start of the day or its end.'],
    ['tomorow 9am', '"tomorow" is not a day that emk understands.'],
    ['tomorrow 9am 10am', '"tomorrow 9am 10am" is not a day that emk understands.'],
    ['tomorrow 9am CET', '"tomorrow 9am CET" is not a day that emk understands.'],
    ['tomorrow 9am 10:00', '"tomorrow 9am" is not a day that emk understands.'],
    ['2026-11-22 9:60', '"9:60" is not a time of day.'],
    ['', 'No day was given.'],
  ])('%s', (text, why) => {
    expect(() => read(text)).toThrow(why);
  });

  test.each(['2026-11-22T09:00+01:00', 'tomorrow 9am UTC', 'in 2 hours'])(
    "%s, where the account's zone is not known",
    text => {
      expect(() => read(text, {})).toThrow(`"${text}" needs the account's time zone`);
    },
  );

  test.each([
    ['tomorrow 9am', 'Thursday 19 November 2026 or Friday 20 November 2026'],
    ['today 23:00', 'Wednesday 18 November 2026 or Thursday 19 November 2026'],
    ['in 3 days at 9:00', 'Saturday 21 November 2026 or Sunday 22 November 2026'],
    ['17.11. 9:00', undefined],
    ['friday 18:30', undefined],
    ['22 November 9:00', undefined],
    ['2026-11-22 09:00', undefined],
  ])("%s, where the account's zone is not known, only if it depends on the day", (text, days) => {
    if (days === undefined) expect(read(text, {})).toBe(read(text, berlin));
    else expect(() => read(text, {})).toThrow(`"${text}" may be ${days}: emk does not know`);
    for (const local of ['Asia/Tokyo', 'America/Los_Angeles']) {
      const tell = (zones: Zones): string => {
        try {
          return read(text, zones);
        } catch (error) {
          return String(error);
        }
      };
      expect(tell({local})).toBe(tell({}));
    }
  });

  test.each([
    ['Europe/Berlin', '2027-03-28 02:30', 'skips', '2027-03-28 01:30 or 2027-03-28 03:30'],
    ['Europe/Berlin', '2027-10-31 02:30', 'shows twice', '2027-10-31 01:30 or 2027-10-31 03:30'],
    ['Europe/Berlin', '2027-10-31T02:30+02:00', 'shows twice', '2027-10-31 01:30 or 2027-10-31 03:30'],
    ['Australia/Sydney', '2027-10-03 02:30', 'skips', '2027-10-03 01:30 or 2027-10-03 03:30'],
    ['Australia/Sydney', '2027-04-04 02:30', 'shows twice', '2027-04-04 01:30 or 2027-04-04 03:30'],
    ['Australia/Lord_Howe', '2027-04-04 01:45', 'shows twice', '2027-04-04 01:15 or 2027-04-04 02:15'],
    ['America/New_York', '2027-03-14 02:30', 'skips', '2027-03-14 01:30 or 2027-03-14 03:30'],
  ])('in %s the hour of %s that the clock %s', (service, text, what, choices) => {
    const attempt = () => read(text, {service});
    expect(attempt).toThrow(`The clock in ${service} ${what} ${text.slice(0, 10)} `);
    expect(attempt).toThrow(expect.objectContaining({hint: `Choose ${choices}.`}));
    for (const choice of choices.split(' or ')) expect(read(choice, {service})).toBe(`${choice}:00`);
  });
});

describe('is said back', () => {
  const sent = '2026-11-23 08:00:00';

  test.each([
    [{}, "Monday 23 November 2026 at 08:00 (the account's time)", `sent as ${sent}`],
    [berlin, 'Monday 23 November 2026 at 08:00 (Europe/Berlin)', `sent as ${sent}`],
    [
      {service: 'UTC', local: 'Europe/Berlin'},
      'Monday 23 November 2026 at 09:00 (your time, Europe/Berlin)',
      `sent to the service as ${sent}, the account's time (UTC)`,
    ],
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

  const zone = fc.constantFrom(
    ...['UTC', 'Europe/Berlin', 'America/New_York', 'America/St_Johns', 'Asia/Kolkata', 'Asia/Kathmandu'],
    ...['Australia/Sydney', 'Australia/Lord_Howe', 'Pacific/Chatham', 'America/Santiago', 'Pacific/Apia'],
    ...['Pacific/Kiritimati', 'Africa/Casablanca'],
  );
  const moment = fc
    .integer({min: Date.parse('2026-11-20T00:00:00Z') / 1000, max: Date.parse('2032-01-01T00:00:00Z') / 1000})
    .map(seconds => seconds * 1000);
  const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

  test('as the moment that was read, wherever the account and the person are', {tags: ['long']}, () => {
    fc.assert(
      fc.property(moment, zone, zone, (at, service, local) => {
        const zones = {service, local};
        let taken: string;
        try {
          taken = read(iso(at), zones);
        } catch (error) {
          expect(String(error)).toContain('shows twice');
          return;
        }
        const {words, asSent} = momentAsSpoken(taken, zones);
        expect(asSent).toContain(taken);
        expect(read(taken, zones)).toBe(taken);
        // The words alone lead back to the moment, on the clock that they name.
        const [, onTheClock = '', named = ''] = /^(.*) \((?:your time, )?(.*)\)$/.exec(words) ?? [];
        const shown = Date.parse(`${read(onTheClock).replace(' ', 'T')}Z`);
        expect(momentsShowing(shown, named)).toContain(at);
      }),
      samples(150),
    );
  });

  test('as it was typed, where no zone is known', {tags: ['long']}, () => {
    fc.assert(
      fc.property(moment, at => {
        const typed = iso(at).slice(0, 19);
        const taken = read(typed);
        expect(taken).toBe(typed.replace('T', ' '));
        expect(read(momentAsSpoken(taken, {}).words.replace(" (the account's time)", ''))).toBe(taken);
      }),
    );
  });

  test('the same for every way to write one day', () => {
    fc.assert(
      fc.property(moment, at => {
        const [year, month, day, time] = iso(at).split(/[-T.]/);
        const ways = [
          `${year}/${month}/${day} ${time}`,
          `${day}.${month}.${year} ${time}`,
          `${time} ${day}. ${month}. ${year}`,
        ];
        expect(new Set(ways.map(way => read(way)))).toEqual(new Set([`${year}-${month}-${day} ${time}`]));
      }),
    );
  });
});

test('nothing that is typed makes it fail in another way', {tags: ['long']}, () => {
  const word = fc.constantFrom(
    ...[
      'in',
      'next',
      'the',
      '9am',
      '9:00',
      '12',
      '31.2.',
      '2026-11-22',
      'T',
      'monday',
      'may',
      'am',
      'um 9',
      'Freitag',
      'Uhr',
      'abend',
      'end of',
      'from now',
      '+01:00',
      'Z',
      '/',
      '\u0000',
    ],
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(word).map(words => words.join(' ')),
      ),
      text => {
        try {
          expect(read(text, berlin)).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
        } catch (error) {
          expect(error).toMatchObject({exit: 2});
        }
      },
    ),
    samples(250),
  );
});
