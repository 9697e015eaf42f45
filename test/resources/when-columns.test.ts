import {describe, expect, test} from 'vitest';
import {recordsOf} from '../../src/api/answers/record-sources.js';
import type {Loose} from '../../src/api/describe/schema.js';
import type {Command} from '../../src/commands/command.js';
import type {Result} from '../../src/output/results/result.js';
import automations from '../../src/resources/automations/automations.js';
import mailings from '../../src/resources/mailings/mailings.js';
import {whenLive, whenSent} from '../../src/resources/shared/when-columns.js';
import {print} from '../output/source.js';

const never = {sent_at: '0000-00-00 00:00:00', schedule_date: '0000-00-00', schedule_time: '00:00:00'};

/** Noon of 4 March 2026, on an account whose zone is known. */
const clock = {now: () => new Date('2026-03-04T12:00:00Z'), zones: () => ({service: 'UTC'})};

test.each([
  [
    {...never, schedule_type: 1, schedule_date: '2026-03-01', schedule_time: '09:00:00', status: 1},
    'overdue since 2026-03-01 09:00',
  ],
  [
    {...never, schedule_type: 1, schedule_date: '2026-03-04', schedule_time: '11:50:00', status: 1},
    'scheduled 2026-03-04 11:50',
  ],
  [
    {...never, schedule_type: 1, schedule_date: '2026-03-01', schedule_time: '09:00:00', status: 2},
    'scheduled 2026-03-01 09:00',
  ],
  [{...never, schedule_type: 0}, 'at once'],
  [{...never, schedule_type: 0, sent_at: '2026-01-18 12:00:00'}, 'sent 2026-01-18 12:00'],
  [{...never, schedule_type: 1, schedule_date: '2026-05-01', schedule_time: '09:00:00'}, 'scheduled 2026-05-01 09:00'],
  [{...never, schedule_type: 1, schedule_date: '2026-05-01', schedule_time: null}, 'scheduled 2026-05-01'],
  [{...never, schedule_type: 1}, ''],
  [{schedule_type: '0', sent_at: null}, 'at once'],
  [{}, ''],
])('a send %j is %j', (send, text) => {
  expect(whenSent(clock).read(send)).toBe(text);
});

test.each([
  [{automation_schedule_count: 2, status: 1, live_at: '2026-02-02 12:00:00'}, '2 emails since 2026-02-02'],
  [{automation_schedule_count: 1, status: 0, live_at: '2026-02-02 12:00:00'}, '1 email'],
  [{automation_schedule_count: 0, status: 0, live_at: null}, '0 emails'],
  [{status: 1, live_at: '0000-00-00 00:00:00'}, ''],
  [{}, ''],
])('an automation %j is %j', (automation, text) => {
  expect(whenLive.read(automation)).toBe(text);
});

describe('in a list', () => {
  const send = {utr: 'u', single_send_name: 'May', status: 1, ...never, schedule_type: 1, schedule_date: '2026-05-01'};
  const listed = async (command: Command, records: readonly Loose[], input: Loose = {}): Promise<Result> =>
    (await command.run(
      {host: {env: {}, now: clock.now}, zones: clock.zones, stream: () => recordsOf(records as Loose[])} as never,
      input as never,
    )) as Result;
  const sends = (input: Loose = {}) => listed(mailings.commands.list, [send], input);

  test('it stands in place of its fields for people, and programs find those as before', async () => {
    expect((await print(await sends())).out.split('\n')[0]).toMatch(/Opened {2}When$/);
    expect((await print(await sends(), {format: 'csv'})).out.split('\n')[0]).toMatch(/,unique_opens,sent_at$/);
    expect(JSON.parse((await print(await sends(), {format: 'json'})).out)).toEqual([send]);
    const live = {utr: 'u', automation_schedule_count: 2, status: 1, live_at: '2026-02-02 12:00:00'};
    expect((await print(await listed(automations.commands.list, [live]))).out.split('\n')[0]).toMatch(
      /Status {2}When {23}Delivered$/,
    );
  });

  test.each([
    ['table', 'When                        Status\nscheduled 2026-05-01 00:00  scheduled\n'],
    ['csv', 'when,status\nscheduled 2026-05-01 00:00,1\n'],
    ['jsonl', '{"status":1,"when":"scheduled 2026-05-01 00:00"}\n'],
  ] as const)('asked for, it is in every format: %s', async (format, out) => {
    expect((await print(await sends({columns: 'when,status'}), {format})).out).toBe(out);
    expect((await print(await sends({columns: 'when,status', sort: 'utr'}), {format})).out).toBe(out);
  });

  test('asked for beside all, it has its column too', async () => {
    const {out} = await print(await sends({columns: 'all,when'}), {width: 80});
    expect(out).toMatch(/When +│ 2026-05-01 00:00/);
  });

  test('a name that is nearly its own leads to it', async () => {
    await expect(sends({columns: 'utr,whem'})).rejects.toMatchObject({hint: 'Did you mean when?'});
  });

  test.each(['sort', 'where'])('--%s names the fields that it is made of', async option => {
    await expect(sends({[option]: option === 'sort' ? '-when' : 'when~2026'})).rejects.toMatchObject({
      message: `--${option} needs a field, and when is made of several.`,
      hint: 'Use one of sent_at, schedule_type, schedule_date, schedule_time, status.',
    });
  });
});
