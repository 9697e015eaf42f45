/** Upcoming mail: of mailings that a service may send, and through the sandbox for everything that a person sees. */

import {describe, expect, test} from 'vitest';
import {printed} from '../../support/listed.js';
import {useFreshShell} from '../../support/use-shell.js';

type Named = {readonly name: string};

const send = (name: string, moment: string, more: object = {}): object => ({
  ...{utr: name, single_send_name: name, subject: name, status: 1, sender_id: 1, schedule_type: 1},
  ...{recipient_id: [{id: '1', table: 'contacts_'}], exclude_specific_recipient_id: []},
  ...{schedule_date: moment.slice(0, 10), schedule_time: moment.slice(11), updated_at: '2026-03-01T00:00:00.000000Z'},
  ...more,
});

const verified = {id: 1, from_name: 'Acme', from_email: 'a@acme.example', is_verified: 1};

/** What the agenda of these mailings says to programs on 4 March 2026 at noon, on an account whose clock is known or not. */
async function agendaFor(
  sends: readonly object[],
  {days = 1, zone = 'UTC', ...more}: {days?: number; zone?: string} & Record<string, unknown> = {},
) {
  const others = {contactTypes: [{id: 1, name: 'News', contacts_count: 3}], senders: [verified], ...more};
  const {out} = await printed(`agenda --days ${days} -o json`, sends, {
    ...(zone !== 'unknown' && {zone}),
    list: 'singleSends',
    others: others as never,
  });
  const agenda = JSON.parse(out);
  const names = (planned: readonly Named[]) => planned.map(({name}) => name);
  return {
    ...agenda,
    scheduled: names(agenda.scheduled),
    later: names(agenda.later),
    under_way: names(agenda.under_way),
    checks: agenda.attention.map(({check}: {check: string}) => check),
  };
}

describe('the days', () => {
  const sends = [
    send('noon', '2026-03-04 12:00:00'),
    send('minute after', '2026-03-04 12:01:00'),
    send('late tomorrow', '2026-03-05 23:59:59'),
    send('midnight after', '2026-03-06 00:00:00'),
    send('next year', '2027-01-01 09:00:00'),
  ];

  test.each([
    [0, ['minute after'], ['late tomorrow', 'midnight after', 'next year']],
    [1, ['minute after', 'late tomorrow'], ['midnight after', 'next year']],
    [2, ['minute after', 'late tomorrow', 'midnight after'], ['next year']],
  ])('%i after today end at midnight', async (days, scheduled, later) => {
    expect(await agendaFor(sends, {days})).toMatchObject({scheduled, later, under_way: ['noon']});
  });
});

test("the days are those of the account's clock", async () => {
  const tokyo = await agendaFor([send('evening', '2026-03-04 23:30:00')], {zone: 'Asia/Tokyo', days: 0});
  expect(tokyo).toMatchObject({now: '2026-03-04 21:00:00', scheduled: ['evening']});
  const west = await agendaFor([send('morning', '2026-03-04 02:30:00')], {zone: 'Pacific/Honolulu', days: 0});
  expect(west).toMatchObject({now: '2026-03-04 02:00:00', scheduled: ['morning']});
});

describe('a send whose moment is past', () => {
  test.each([
    ['Europe/Berlin', send('May', '2026-03-04 12:40:00'), [], ['send-late']],
    ['UTC', send('May', '2026-03-04 11:50:00'), ['May'], []],
    ['UTC', send('May', '2026-03-04 11:40:00'), [], ['send-late']],
    ['unknown', send('May', '2026-03-03 21:30:00'), [], ['send-late']],
    ['UTC', send('May', '2026-03-01 09:00:00', {status: 3}), [], []],
    ['UTC', send('May', '2026-03-01 09:00:00', {status: 2}), ['May'], []],
    ['UTC', send('May', '0000-00-00 00:00:00'), [], ['send-late']],
    ['UTC', send('May', '0000-00-00 00:00:00', {schedule_type: 0}), [], []],
  ])('in %s: %j', async (zone, one, under_way, checks) => {
    expect(await agendaFor([one], {zone})).toMatchObject({scheduled: [], under_way, checks});
  });

  test("is still to come where the account's clock may be far behind", async () => {
    const agenda = await agendaFor([send('May', '2026-03-03 22:30:00')], {zone: 'unknown'});
    expect(agenda).toMatchObject({time_zone: null, scheduled: ['May'], under_way: [], checks: []});
  });
});

describe('what stands in its way', () => {
  test('is named for each thing that leaves, and for nothing else', async () => {
    const senders = [
      {...verified, is_verified: 0},
      {id: 2, from_name: 'B', from_email: 'b@acme.example', is_verified: 0},
    ];
    const sends = [
      send('One', '2026-03-05 09:00:00'),
      send('Two', '2026-03-05 10:00:00', {sender_id: 9}),
      send('Three', '2026-03-05 11:00:00', {recipient_id: []}),
      send('Four', '2026-03-05 12:00:00', {recipient_id: [{id: '7', table: 'segments_'}]}),
      send('Gone out', '2026-03-01 12:00:00', {status: 3, sender_id: 2}),
    ];
    const {attention} = await agendaFor(sends, {days: 7, senders});
    expect(attention.map(({check, says}: {check: string; says: string}) => [check, says.match(/"\w+"/g)])).toEqual([
      ['sender-verified', ['"One"', '"Three"', '"Four"']],
      ['sender-exists', ['"Two"']],
      ['audience-empty', ['"Three"']],
    ]);
  });
});

describe('emk agenda', () => {
  const shell = useFreshShell();

  const set = (at: string, more = ''): Promise<unknown> =>
    shell().emk(
      `mailings create --name May --subject Hello --preheader News --from 2 --group 1 --template 2 --to list:Newsletter --to list:Staff --at "${at}" --yes --force sender-verified ${more}`,
    );

  test('reads each list once', {tags: ['long']}, async () => {
    await set('2026-03-05 09:00');
    const before = (await shell().sandbox.requests()).length;
    await shell().emk('agenda');
    const paths = (await shell().sandbox.requests()).slice(before).map(({path}) => path.replace(/\?.*/, ''));
    expect(paths.sort()).toEqual(
      [
        ...['/automations', '/automations/schedule', '/contacts-type', '/segment/list', '/senders'],
        '/single-send/list',
      ].map(path => `/api${path}`),
    );
  });

  test('tells a cron job whether a mailing is set', {tags: ['long']}, async () => {
    expect((await shell().emk('agenda --days 1 --fail-if-empty')).code).toBe(10);
    await set('2026-03-05 09:00');
    expect((await shell().emk('agenda --days 1 --fail-if-empty')).code).toBe(0);
    expect((await shell().emk('agenda --days 0 --fail-if-empty')).code).toBe(10);
    const {code, stdout, stderr} = await shell().emk('agenda --days 0 --fail-if-empty -o json');
    expect([code, JSON.parse(stdout).scheduled, JSON.parse(stderr).error.code]).toEqual([10, [], 'check']);
  });

  test('names a send that the service forgot', {tags: ['long']}, async () => {
    await set('2026-03-05 09:00');
    const late = await shell().emk('agenda', {host: {now: () => new Date('2026-03-06T12:00:00Z')}});
    expect(late.stdout).toContain(
      '✗ "May" should have gone out on Thursday 5 March 2026 at 09:00, but the service has not sent it.',
    );
  });
});
