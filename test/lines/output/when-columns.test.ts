/** When a mailing goes out and since when an automation is live, in one column for people and in every format that asks for it. */
import {describe, expect, test} from 'vitest';
import {printed} from '../../support/listed.js';

const never = {sent_at: '0000-00-00 00:00:00', schedule_date: '0000-00-00', schedule_time: '00:00:00'};

/** The cell of that column, on an account whose zone is known, at noon of 4 March 2026. */
const when = async (line: string, record: object): Promise<string> => {
  const {out} = await printed(`${line} --columns when`, [{utr: 'u', ...record}], {zone: 'UTC'});
  return out.split('\n')[1] ?? '';
};

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
])('a send %j is %j', async (send, text) => {
  expect(await when('mailings list', send)).toBe(text);
});

test.each([
  [{automation_schedule_count: 2, status: 1, live_at: '2026-02-02 12:00:00'}, '2 emails since 2026-02-02'],
  [{automation_schedule_count: 1, status: 0, live_at: '2026-02-02 12:00:00'}, '1 email'],
  [{automation_schedule_count: 0, status: 0, live_at: null}, '0 emails'],
  [{status: 1, live_at: '0000-00-00 00:00:00'}, ''],
  [{}, ''],
])('an automation %j is %j', async (automation, text) => {
  expect(await when('automations list', automation)).toBe(text);
});

describe('in a list', () => {
  const send = {utr: 'u', single_send_name: 'May', status: 1, ...never, schedule_type: 1, schedule_date: '2026-05-01'};
  const sends = (options: string, look = {}) => printed(`mailings list ${options}`, [send], look);

  test('it stands in place of its fields for people, and programs find those as before', async () => {
    expect((await sends('')).out.split('\n')[0]).toMatch(/Opened {2}When$/);
    expect((await sends('-o csv')).out.split('\n')[0]).toMatch(/,unique_opens,sent_at$/);
    expect(JSON.parse((await sends('-o json')).out)).toEqual([send]);
    const live = {utr: 'u', automation_schedule_count: 2, status: 1, live_at: '2026-02-02 12:00:00'};
    expect((await printed('automations list', [live])).out.split('\n')[0]).toMatch(/Status {2}When {23}Delivered$/);
  });

  test.each([
    ['table', 'When                        Status\nscheduled 2026-05-01 00:00  scheduled\n'],
    ['csv', 'when,status\nscheduled 2026-05-01 00:00,1\n'],
    ['jsonl', '{"status":1,"when":"scheduled 2026-05-01 00:00"}\n'],
  ])('asked for, it is in every format: %s', async (format, out) => {
    expect((await sends(`--columns when,status -o ${format}`)).out).toBe(out);
    expect((await sends(`--columns when,status --sort utr -o ${format}`)).out).toBe(out);
  });

  test.each(['--sort=-when', '--where when~2026', '--columns utr,whem'])('%s is refused', async options => {
    expect((await sends(options)).code).toBe(2);
  });
});
