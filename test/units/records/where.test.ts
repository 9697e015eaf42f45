import {describe, expect, test} from 'vitest';
import {record} from '../../../src/api/describe/operation.js';
import type {Shape} from '../../../src/api/describe/schema.js';
import {UsageError} from '../../../src/core/errors.js';
import {contact} from '../../../src/endpoints/contacts.js';
import {mailing} from '../../../src/endpoints/mailings.js';
import {toView} from '../../../src/records/view/select.js';

const holds = (where: string | string[], of: object, shape: Shape = contact, timeZone = 'UTC'): boolean =>
  toView({where}, {shape, columns: ['id'], clock: clockIn(timeZone)}).keep?.(of as never) ?? true;

/** A Sunday at noon in UTC. */
const clockIn = (service: string) => ({now: () => new Date('2026-11-22T12:00:00Z'), zones: () => ({service})});

describe('one condition', () => {
  test.each([
    ['first_name=Ada', {first_name: 'Ada'}, true],
    ['first_name=ada', {first_name: 'Ada'}, true],
    ['first_name!=ada', {first_name: 'Ada'}, false],
    ['country=germany', {country: 'Germany'}, true],
    ['contact_type=news', {contact_type: {id: 3, name: 'News'}}, true],
    [' first_name = Ada ', {first_name: 'Ada'}, true],
    ['first_name!=Ada', {first_name: 'Bob'}, true],
    ['first_name!=Ada', {}, true],
    ['first_name="=x"', {first_name: '=x'}, true],
    ['first_name=a>=b', {first_name: 'a>=b'}, true],
    ['city~LOND', {city: 'London'}, true],
    ['city~strasse', {city: 'Hauptstraße'}, true],
    ['city~οδος', {city: 'ΟΔΟΣ 7'}, true],
    ['city~\u00fc', {city: 'Mu\u0308nchen'}, true],
    ['city~Paris', {city: 'London'}, false],
    ['city~no', {city: null}, false],
    ['id>9', {id: 10}, true],
    ['id>9', {id: 9}, false],
    ['id>=9', {id: 9}, true],
    ['id<10', {id: 9}, true],
    ['id<=9', {id: 10}, false],
    ['id=1.0', {id: 1}, true],
    ['postal_code=2134', {postal_code: '02134'}, false],
    ['postal_code=02134', {postal_code: '02134'}, true],
    ['id>9007199254740992', {id: '9007199254740993'}, true],
    ['alt_email=', {alt_email: null}, true],
    ['alt_email=', {alt_email: ''}, true],
    ['alt_email=', {}, true],
    ['first_name="null"', {first_name: 'null'}, true],
    ['first_name="null"', {first_name: null}, false],
    ['alt_email!=', {alt_email: 'a@b.c'}, true],
    ['alt_email!=', {alt_email: null}, false],
    ['alt_email<z', {alt_email: null}, false],
    ['alt_email>a', {alt_email: null}, false],
    ['contact_type.name=News', {contact_type: {name: 'News'}}, true],
    ['contact_type=News', {contact_type: {id: 3, name: 'News'}}, true],
    ['contact_type.name=News', {contact_type: null}, false],
    ['custom_field.age>9', {custom_field: {age: {field_name: 'age', field_value: '36'}}}, true],
    ['custom_field.age>40', {custom_field: {age: {field_name: 'age', field_value: '36'}}}, false],
    ['custom_field.age=', {custom_field: {age: {field_name: 'age', field_value: null}}}, true],
    ['custom_field.age=', {custom_field: null}, true],
    ['custom_field.constructor=', {custom_field: {}}, true],
  ])('%s of %j: %j', (where, of, expected) => {
    expect(holds(where, of)).toBe(expected);
  });

  test.each([
    ['status=completed', {status: 3}, true],
    ['status=Completed', {status: 3}, true],
    ['status=3', {status: 3}, true],
    ['status=completed', {status: '3'}, true],
    ['status=completed', {status: 'completed'}, true],
    ['status!=completed', {status: 3}, false],
    ['status>=running', {status: 2}, true],
    ['status>=running', {status: 1}, false],
    ['status~COMP', {status: 3}, true],
    ['status~COMP', {status: null}, false],
    ['status=7', {status: 7}, true],
    ['status=', {status: null}, true],
    [
      'recipient_id=contacts_3',
      {
        recipient_id: [
          {id: '3', table: 'contacts_'},
          {id: '4', table: 'segments_'},
        ],
      },
      true,
    ],
    [
      'recipient_id=contacts_4',
      {
        recipient_id: [
          {id: '3', table: 'contacts_'},
          {id: '4', table: 'segments_'},
        ],
      },
      false,
    ],
    [
      'recipient_id.table=segments_',
      {
        recipient_id: [
          {id: '3', table: 'contacts_'},
          {id: '4', table: 'segments_'},
        ],
      },
      true,
    ],
    ['exclude_specific_recipient_id=', {exclude_specific_recipient_id: []}, true],
    ['schedule_date<2026-05-01', {schedule_date: '2026-04-30'}, true],
    ['sent_at>=2026-04-30 10:00', {sent_at: '2026-04-30 10:00:00'}, true],
  ])('%s of a mailing %j: %j', (where, of, expected) => {
    expect(holds(where, of, mailing, 'Asia/Tokyo')).toBe(expected);
  });

  test.each(['yes', 'YES', '1'])('a flag is %s in every word for it', word => {
    const shape = record({is_display: 'flag'});
    expect(holds(`is_display=${word}`, {is_display: 1}, shape)).toBe(true);
    expect(holds(`is_display=${word}`, {is_display: 0}, shape)).toBe(false);
  });

  test.each(['constructor', '__proto__', 'toString'])('%s is a field like any other, and no record has it', name => {
    expect(holds(`${name}=`, {id: 1}, {})).toBe(true);
    expect(holds(`${name}=x`, JSON.parse(`{"${name}": "x"}`), {})).toBe(true);
  });

  test('all conditions must hold', () => {
    expect(holds(['id>1', 'city=Rome'], {id: 2, city: 'Rome'})).toBe(true);
    expect(holds(['id>1', 'city=Rome'], {id: 1, city: 'Rome'})).toBe(false);
  });
});

describe('dates', () => {
  const at = {created_at: '2026-03-04T23:30:00.000000Z'};

  test.each([
    ['created_at=2026-03-04', 'UTC', true],
    ['created_at=2026-03-04', 'Europe/Berlin', false],
    ['created_at=2026-03-05', 'Europe/Berlin', true],
    ['created_at=2026-03', 'UTC', true],
    ['created_at=2026-03-05 00:30', 'Europe/Berlin', true],
    ['created_at~03-05 00:30', 'Europe/Berlin', true],
    ['created_at>2026-03-04', 'UTC', false],
    ['created_at>=2026-03-04', 'UTC', true],
    ['created_at<2026-03-05', 'UTC', true],
    ['created_at<=2026-03-04', 'UTC', true],
    ['created_at=2026-03-04T23:30:00Z', 'Europe/Berlin', true],
    ['created_at=2026-03-05T00:30:00+01:00', 'America/New_York', true],
    ['created_at=2026-03-04T23:30:00.000000Z', 'Europe/Berlin', true],
    ['created_at>2026-03-04T23:29:59.999999Z', 'Europe/Berlin', true],
  ])('%s in %s: %j', (where, zone, expected) => {
    expect(holds(where, at, contact, zone)).toBe(expected);
  });

  test('a day that loses an hour to summer time ends where the next begins', () => {
    const zone = 'Europe/Berlin';
    expect(holds('created_at=2026-03-29', {created_at: '2026-03-29T21:59:59.000000Z'}, contact, zone)).toBe(true);
    expect(holds('created_at=2026-03-29', {created_at: '2026-03-29T22:00:00.000000Z'}, contact, zone)).toBe(false);
  });

  test('an hour after the clocks went forward is the hour it is called', () => {
    const at = {created_at: '2026-03-08T07:30:00.000000Z'};
    expect(holds('created_at=2026-03-08 03:30', at, contact, 'America/New_York')).toBe(true);
  });
});

describe('what is no condition', () => {
  test.each(['', 'first_name', '=Ada', '!~x', 'id>', 'emial=x', 'email.name=x'])('%j is refused', where => {
    expect(() => holds(where, {})).toThrow(UsageError);
  });

  test('a mistyped field gets the one that was meant', () => {
    expect(() => holds('emial=x', {})).toThrow(expect.objectContaining({hint: 'Did you mean email?'}));
  });

  test('records of unknown shape may have any field', () => {
    expect(holds('anything=x', {anything: 'x'}, {})).toBe(true);
  });
});

test.each([
  ['status=posted', 'status cannot be "posted", only new, scheduled, sending or sent.'],
  ['status!=paused', 'status cannot be "paused", only new, scheduled, sending or sent.'],
  ['status>=constructor', 'status cannot be "constructor", only new, scheduled, sending or sent.'],
])('%s is refused, since no record could match', (where, sentence) => {
  expect(() => holds(where, {status: 3}, mailing)).toThrow(sentence);
});

describe('a custom field', () => {
  const own = {
    pathOf: (path: string) => path,
    kindAt: (path: string) => (path.endsWith('age') ? 'integer' : path.endsWith('born') ? 'date' : undefined),
  } as const;
  const kept = (where: string, field_value: string): boolean | undefined =>
    toView({where}, {shape: contact, columns: ['id'], clock: clockIn('UTC'), own}).keep?.({
      custom_field: {[where.slice(0, /\W/.exec(where)?.index)]: {field_value}},
    } as never);

  test.each([
    ['age>9', '36', true],
    ['age<9', '36', false],
    ['age=36', '36.0', true],
    ['born<1990-01-01', '1989-12-31T23:59', true],
    ['born<1990-01-01', '1990-01-01T00:00', false],
    ['born=1990-05-01', '1990-05-01T08:30', true],
    ['born>1990-05-01', '1990-05-01T08:30', false],
    ['born<=1990-05-01', '1990-05-01T08:30', true],
    ['born~1990', '1990-05-01T08:30', true],
    ['note>abc', 'abd', true],
  ])('%s of %s: %s', (where, value, expected) => {
    expect(kept(where, value)).toBe(expected);
  });

  test.each([
    ['age>abc', 'age>abc: custom_field.age is a number, and "abc" is not.'],
    ['age=old', 'age=old: custom_field.age is a number, and "old" is not.'],
    ['born>banana', '"banana" is not a day that emk understands.'],
  ])('%s is refused', (where, sentence) => {
    expect(() => kept(where, '')).toThrow(sentence);
  });
});
