/** A mailing that repeats another is most likely a mistake: seven days around it that is a word, three around it a stop. */

import {afterEach, describe, expect, test, vi} from 'vitest';
import {recordsOf} from '../../src/api/answers/record-sources.js';
import type {Loose} from '../../src/api/describe/schema.js';
import type {Context} from '../../src/commands/command.js';
import {RUNNING} from '../../src/endpoints/mailings.js';
import {isClose, type OtherSend, readOtherSends} from '../../src/mailings/mailing.js';

afterEach(() => void vi.unstubAllEnvs());

const clock = new Date('2026-03-10T12:00:00Z');
const send = {
  utr: 'u1',
  single_send_name: 'May',
  subject: 'Hello',
  status: 3,
  schedule_type: 0,
  sent_at: null,
  created_at: '2026-03-10T12:00:00Z',
};
const wanted = {
  name: 'May',
  subject: 'Hello',
  utr: undefined as string | undefined,
  moment: {schedule_type: 0} as Parameters<typeof readOtherSends>[1]['moment'],
};

const around = (sends: readonly Loose[], what = wanted): Promise<readonly OtherSend[]> =>
  readOtherSends({stream: () => recordsOf(sends)} as unknown as Pick<Context, 'stream'>, what, clock, {service: 'UTC'});

const utrs = async (...asked: Parameters<typeof around>): Promise<string[]> =>
  (await around(...asked)).map(({utr}) => utr);

const sent = (sent_at: string): Loose => ({...send, sent_at});
const scheduled = (at: string, status = 1): Loose => {
  const [schedule_date, schedule_time] = at.split(' ');
  return {...send, status, schedule_type: 1, schedule_date, schedule_time};
};

describe('counts', () => {
  test.each<[string, object, 'close' | 'near' | 'far']>([
    ['what went out a minute ago', sent('2026-03-10 11:59:00'), 'close'],
    ['what went out three days ago', sent('2026-03-07 12:00:00'), 'close'],
    ['what went out a second earlier', sent('2026-03-07 11:59:59'), 'near'],
    ['what went out seven days ago', sent('2026-03-03 12:00:00'), 'near'],
    ['what went out before that', sent('2026-03-03 11:59:59'), 'far'],
    ['what goes out in three days', scheduled('2026-03-13 12:00:00'), 'close'],
    ['what goes out in seven days', scheduled('2026-03-17 12:00:00'), 'near'],
    ['what goes out later', scheduled('2026-03-17 12:00:01'), 'far'],
    ['what was created seven days ago', {...send, created_at: '2026-03-03T12:00:00.000000Z'}, 'near'],
    ['what was created before that', {...send, created_at: '2026-03-03T11:59:59.000000Z'}, 'far'],
    [
      'a schedule that is no moment, by its creation',
      {...scheduled('0000-00-00 00:00:00'), created_at: '2026-03-10T11:00:00Z'},
      'close',
    ],
  ])('%s', async (_, other, how) => {
    const found = await around([other as Loose]);
    expect(found.map(one => (isClose(one) ? 'close' : 'near'))).toEqual(how === 'far' ? [] : [how]);
  });
});

test('is told by its name or its subject, however they are written, and is never itself', async () => {
  const at = {sent_at: '2026-03-10 11:00:00'};
  const others = [
    {...send, ...at, utr: 'both', single_send_name: ' MAY ', subject: 'hello'},
    {...send, ...at, utr: 'name', subject: 'Bye'},
    {...send, ...at, utr: 'subject', single_send_name: 'June'},
    {...send, ...at, utr: 'none', single_send_name: 'June', subject: 'Bye'},
    {...send, ...at, utr: 'itself'},
  ];
  const found = await around(others, {...wanted, utr: 'itself'});
  expect(found.map(({utr, sameName, sameSubject}) => [utr, sameName, sameSubject])).toEqual([
    ['both', true, true],
    ['name', true, false],
    ['subject', false, true],
  ]);
});

test('the nearest comes first, whether it is past or to come', async () => {
  const others = [
    {...sent('2026-03-05 12:00:00'), utr: 'five before'},
    {...scheduled('2026-03-12 12:00:00'), utr: 'two after'},
    {...sent('2026-03-09 12:00:00'), utr: 'one before'},
  ];
  expect(await utrs(others)).toEqual(['one before', 'two after', 'five before']);
});

test('a schedule is read on the clock of the service', async () => {
  const stream = (() => recordsOf([scheduled('2026-03-17 20:00:00')])) as unknown as Context['stream'];
  expect(await readOtherSends({stream}, wanted, clock, {service: 'Asia/Tokyo'})).toHaveLength(1);
  expect(await readOtherSends({stream}, wanted, clock, {service: 'America/New_York'})).toHaveLength(0);
});

test('the days are those around the moment at which the new one goes out', async () => {
  const moment = {schedule_type: 1, schedule_date: '2026-03-20', schedule_time: '12:00:00'} as const;
  const others = [
    {...sent('2026-03-10 11:00:00'), utr: 'now'},
    {...scheduled('2026-03-13 12:00:00'), utr: 'seven before'},
    {...scheduled('2026-03-27 12:00:00'), utr: 'seven after'},
    {...scheduled('2026-03-27 12:00:01'), utr: 'later'},
  ];
  expect(await utrs(others, {...wanted, moment})).toEqual(['seven before', 'seven after']);
});

test('a schedule is read as it stands where nobody knows the clock of the service, whatever that of this machine', async () => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  const stream = (() => recordsOf([scheduled('2026-03-17 20:00:00')])) as unknown as Context['stream'];
  expect(await readOtherSends({stream}, wanted, clock, {})).toHaveLength(0);
});

test.each([
  [sent('2026-03-09 12:00:00'), 'went out on 2026-03-09 12:00'],
  [scheduled('2026-03-12 12:00:00'), 'goes out on 2026-03-12 12:00'],
  [scheduled('2026-03-09 12:00:00'), 'should have gone out on 2026-03-09 12:00'],
  [scheduled('2026-03-09 12:00:00', RUNNING), 'went out on 2026-03-09 12:00'],
  [scheduled('2026-03-09 12:00:00', RUNNING + 1), 'went out on 2026-03-09 12:00'],
  [send, 'was created on 2026-03-10 to go out at once'],
])('it says when: %j', async (other, when) => {
  expect((await around([other])).map(one => one.when)).toEqual([when]);
});
