/** Upcoming mail: by hand for the clock, and through the sandbox for everything that a person sees. */

import {describe, expect, test} from 'vitest';
import type {Agenda} from '../../src/report/agenda.schema.js';
import {clockIn} from '../../src/report/clock.js';
import {makeAgenda} from '../../src/report/make-agenda.js';
import type {Automation, Mailings, Send, Sender} from '../../src/report/read-mailings.js';
import {useFreshShell} from '../use-shell.js';

const now = new Date('2026-03-04T12:00:00Z');

const send = (name: string, moment: string, more: Partial<Send> = {}): Send =>
  ({
    ...{utr: name, single_send_name: name, subject: name, status: 1, sender_id: 1, schedule_type: 1},
    ...{recipient_id: [{id: '1', table: 'contacts_'}], exclude_specific_recipient_id: []},
    ...{schedule_date: moment.slice(0, 10), schedule_time: moment.slice(11), updated_at: '2026-03-01T00:00:00.000000Z'},
    ...more,
  }) as Send;

const mailings = (more: Partial<Mailings>): Mailings => ({
  sends: [],
  automations: [],
  emails: new Map(),
  senders: new Map([[1, {id: 1, from_name: 'Acme', from_email: 'a@acme.example', is_verified: 1} as Sender]]),
  lists: [],
  audiences: new Map([['contacts_1', {name: 'News', people: 3}]]),
  ...more,
});

const names = (planned: Agenda['scheduled']): string[] => planned.map(({name}) => name);
const checks = ({attention}: Agenda): string[] => attention.map(({check}) => check);
const agendaFor = (sends: readonly Send[], zone: string | undefined, days = 1): Agenda =>
  makeAgenda(mailings({sends}), clockIn({service: zone, local: 'UTC'}, now), days);

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
  ])('%i after today end at midnight', (days, inside, after) => {
    const agenda = agendaFor(sends, 'UTC', days);
    expect([names(agenda.scheduled), names(agenda.later)]).toEqual([inside, after]);
    expect(names(agenda.under_way)).toEqual(['noon']);
  });

  test("are those of the account's clock", () => {
    const agenda = agendaFor([send('evening', '2026-03-04 23:30:00')], 'Asia/Tokyo', 0);
    expect([agenda.now, names(agenda.scheduled)]).toEqual(['2026-03-04 21:00:00', ['evening']]);
    expect(agenda.scheduled[0]?.at).toBe('2026-03-04T14:30:00.000Z');
    const west = agendaFor([send('morning', '2026-03-04 02:30:00')], 'Pacific/Honolulu', 0);
    expect([west.now, names(west.scheduled)]).toEqual(['2026-03-04 02:00:00', ['morning']]);
  });

  test('without a zone give no real time', () => {
    const agenda = agendaFor(sends, undefined);
    expect([agenda.time_zone, agenda.scheduled[0]?.at]).toEqual([null, null]);
  });
});

describe('a send whose moment is past', () => {
  test.each([
    ['UTC', '2026-03-04 11:50:00', []],
    ['UTC', '2026-03-04 11:40:00', ['send-late']],
    ['Europe/Berlin', '2026-03-04 12:40:00', ['send-late']],
    [undefined, '2026-03-03 21:30:00', ['send-late']],
  ])('in %s at %s', (zone, moment, expected) => {
    const agenda = agendaFor([send('May', moment)], zone);
    expect([names(agenda.scheduled), checks(agenda)]).toEqual([[], expected]);
    expect(names(agenda.under_way)).toEqual(expected.length === 0 ? ['May'] : []);
  });

  test("is still to come where the account's clock may be far behind", () => {
    const agenda = agendaFor([send('May', '2026-03-03 22:30:00')], undefined);
    expect([names(agenda.scheduled), names(agenda.under_way), checks(agenda)]).toEqual([['May'], [], []]);
  });

  test('is done once it is completed, and under way while it runs', () => {
    expect(checks(agendaFor([send('May', '2026-03-01 09:00:00', {status: 3})], 'UTC'))).toEqual([]);
    expect(names(agendaFor([send('May', '2026-03-01 09:00:00', {status: 2})], 'UTC').under_way)).toEqual(['May']);
  });

  test('and one without a moment, and a copy that nobody finished, are named', () => {
    expect(checks(agendaFor([send('May', '0000-00-00 00:00:00')], 'UTC'))).toEqual(['send-without-moment']);
    expect(checks(agendaFor([send('May', '0000-00-00 00:00:00', {schedule_type: 0})], 'UTC'))).toEqual([
      'send-forgotten',
    ]);
  });
});

describe('what stands in its way', () => {
  test('is named for each thing that leaves, and for nothing else', () => {
    const senders = new Map([
      [1, {id: 1, from_name: 'A', from_email: 'a@acme.example', is_verified: 0} as Sender],
      [2, {id: 2, from_name: 'B', from_email: 'b@acme.example', is_verified: 0} as Sender],
    ]);
    const sends = [
      send('One', '2026-03-05 09:00:00'),
      send('Two', '2026-03-05 10:00:00', {sender_id: 9}),
      send('Three', '2026-03-05 11:00:00', {recipient_id: []}),
      send('Four', '2026-03-05 12:00:00', {recipient_id: [{id: '7', table: 'segments_'}]}),
      send('Gone out', '2026-03-01 12:00:00', {status: 3, sender_id: 2}),
    ];
    const {attention} = makeAgenda(mailings({sends, senders}), clockIn({service: 'UTC'}, now), 7);
    expect(attention.map(({check, says}) => `${check}: ${says}`)).toEqual([
      'sender-verified: "One", "Three" and "Four" leave from a@acme.example, which is not verified.',
      'sender-exists: "Two" leaves from sender 9, which is not in the account.',
      'audience-empty: "Three" goes to nobody.',
      'audience-exists: "Four" goes to segments_7, which the account does not have.',
    ]);
  });

  test('is a live automation without emails, and a draft that nobody touches', () => {
    const automation = (name: string, more: Partial<Automation>): Automation =>
      ({
        utr: name,
        automation_name: name,
        live_at: null,
        updated_at: '2026-01-01T00:00:00.000000Z',
        ...more,
      }) as Automation;
    const automations = [
      automation('Empty', {status: 1, live_at: '2026-01-02 00:00:00'}),
      automation('Old', {status: 0}),
      automation('New', {status: 0, updated_at: '2026-03-01T00:00:00.000000Z'}),
      automation('Paused', {status: 0, live_at: '2026-01-02 00:00:00'}),
    ];
    const agenda = makeAgenda(mailings({automations}), clockIn({service: 'UTC'}, now), 7);
    expect(agenda.attention.map(({check, says}) => [check, /"(.*?)"/.exec(says)?.[1]])).toEqual([
      ['automation-without-emails', 'Empty'],
      ['automation-forgotten', 'Old'],
    ]);
    expect(agenda.automations.map(({name}) => name)).toEqual(['Empty']);
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
    expect((await shell().emk('agenda --days 0 --fail-if-empty -o csv')).code).toBe(10);
    const {code, stdout, stderr} = await shell().emk('agenda --days 0 --fail-if-empty -o json');
    expect([code, JSON.parse(stdout).scheduled, JSON.parse(stderr).error.code]).toEqual([10, [], 'check']);
  });

  test('refuses days that no calendar holds', async () => {
    const {code, stderr} = await shell().emk('agenda --days 99999999');
    expect([code, stderr]).toEqual([2, expect.stringContaining('--days must be at most 3660, not 99999999.')]);
  });

  test('lists the scheduled sends alone in rows, in every format', {tags: ['long']}, async () => {
    await set('2026-03-05 09:00');
    const rows = async (format: string) => (await shell().emk(`agenda -o ${format}`)).stdout.trimEnd().split('\n');
    expect(await rows('csv')).toEqual([
      'utr,moment,at,name,subject,status,to,at_most,from,verified',
      expect.stringContaining(
        ',2026-03-05 09:00:00,,May,Hello,initiate,"Newsletter, Staff",15,support@acme.example,false',
      ),
    ]);
    expect(await rows('tsv')).toHaveLength(2);
    expect(await rows('md')).toEqual([
      expect.any(String),
      expect.stringMatching(/^\|[-:| ]+\|$/),
      expect.stringContaining('May'),
    ]);
    expect((await rows('id'))[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse((await rows('jsonl'))[0] ?? '').scheduled).toHaveLength(1);
  });

  test('names a send that the service forgot', {tags: ['long']}, async () => {
    await set('2026-03-05 09:00');
    const late = await shell().emk('agenda', {host: {now: () => new Date('2026-03-06T12:00:00Z')}});
    expect(late.stdout).toContain(
      '✗ "May" should have gone out on Thursday 5 March 2026 at 09:00, but the\n    service has not sent it.',
    );
  });
});
