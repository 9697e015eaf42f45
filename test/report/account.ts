/** An account in its second year, made from a seed, for charts, pages, and pictures of them. */
import {clockIn} from '../../src/report/clock.js';
import {makeReport} from '../../src/report/make-report.js';
import {createMonthOf, monthsFrom} from '../../src/report/months.js';
import {createPeopleCount} from '../../src/report/people.js';
import type {Automation, Email, List, Mailings, Send, Sender} from '../../src/report/read-mailings.js';
import type {Report, Unsubscribes} from '../../src/report/report.schema.js';

/** The report of that account; `called` may replace every name by a worse one. */
export function showcase(called: (name: string) => string = name => name): Report {
  const clock = clockIn({service: 'Europe/Berlin', local: 'Europe/Berlin'}, new Date('2026-11-21T17:30:00Z'));
  const people = createPeopleCount(createMonthOf(clock.zone));
  for (const [index, [, size, monthly]] of lists.entries()) {
    for (let left = size, month = 0; left > 0; month++) {
      const count =
        month === 22 ? left : Math.min(left, Math.round(monthly * (0.4 + chance(index * 31 + month) * 1.4)));
      for (let each = 0; each < count; each++) {
        people.add({contact_type_id: index + 1, created_at: stamp(month, (each * 7) % 28), deleted_at: null});
      }
      left -= count;
    }
  }
  return makeReport(
    {account: called('acme'), clock, mailings: mailingsOf(called), people, unsubscribes: {result: left(called)}},
    '2025-12',
  );
}

const lists = [
  ['Newsletter', 18_420, 900],
  ['Customers', 6230, 260],
  ['Event in Lyon', 1180, 160],
  ['Spring leads', 840, 120],
  ['Partners', 212, 9],
  ['Staff', 34, 2],
] as const;

const sends = [
  ['Christmas greetings', 'With thanks for 2025', 12_100, 0.44],
  ['January news', 'What the new year brings', 12_800, 0.39],
  ['Winter sale', '20% off until Sunday', 12_950, 0.31],
  ['Spring collection', '((first_name)), it is here', 14_020, 0.47],
  ['Easter opening hours', 'When you will find us', 5100, 0.52],
  ['Summer news', 'Three ideas for July', 16_200, 0.38],
  ['Lyon: your ticket', 'See you on Friday', 1150, 0.71],
  ['Back from holidays', 'What you missed', 16_900, 0.36],
  ['Autumn collection', 'New in October', 17_600, 0.42],
  ['Customer survey', 'Two minutes for us?', 6050, 0.27],
] as const;

function mailingsOf(called: (name: string) => string): Mailings {
  const sender = {id: 1, from_name: called('Acme News'), from_email: called('news@acme.example'), is_verified: 1};
  const support = {
    ...sender,
    id: 2,
    from_name: called('Acme Support'),
    from_email: called('support@acme.example'),
    is_verified: 0,
  };
  const sent = sends.map(([name, subject, mails, opened], index) => {
    const bounces = Math.round(mails * (0.004 + chance(index) * 0.014));
    const delivered = mails - bounces;
    const unique_opens = Math.round(delivered * opened);
    return {
      ...{...common, utr: `sent-${index}`, single_send_name: called(name), subject: called(subject), status: 3},
      ...{triggered: mails, delivered, bounces, unique_opens, total_opens: unique_opens * 2},
      unsubscribes: Math.round(delivered * (0.001 + chance(index + 50) * 0.003)),
      sent_at: stamp(11 - Math.round((index * 11) / 9), 3 + ((index * 5) % 17))
        .slice(0, 19)
        .replace('T', ' '),
    } as unknown as Send;
  });
  const coming = [
    ['Black Friday', 'Only until Monday', '2026-11-27', '08:00:00', 1],
    ['Advent calendar', 'Open the first door', '2026-12-01', '07:30:00', 2],
  ].map(([name, subject, schedule_date, schedule_time, sender_id]) => ({
    ...{...common, utr: `coming-${name}`, single_send_name: called(String(name)), subject: called(String(subject))},
    ...{status: 1, schedule_type: 1, schedule_date, schedule_time, sender_id, sent_at: '0000-00-00 00:00:00'},
  })) as unknown as Send[];
  const automation = (id: number, name: string, more: object): Automation =>
    ({
      ...{id, utr: `automation-${id}`, automation_name: called(name), status: 1, live_at: '2025-03-01 09:00:00'},
      ...{automation_for: 1, automation_for_table: 'contacts_', updated_at: '2026-10-30T09:00:00.000000Z'},
      ...{total_triggered: 8412, total_delivered: 8330, total_unique_opens: 5204, total_opens: 7900},
      ...{total_bounces: 82, total_unsubscribe: 41, deleted_at: null, ...more},
    }) as unknown as Automation;
  const email = (subject: string, waiting_type: string, waiting_period: number): Email =>
    ({subject: called(subject), waiting_type, waiting_period, sender_id: 1}) as unknown as Email;
  const nothing = {
    total_triggered: 0,
    total_delivered: 0,
    total_unique_opens: 0,
    total_opens: 0,
    total_bounces: 0,
    total_unsubscribe: 0,
  };
  return {
    sends: [...sent, ...coming],
    automations: [
      automation(1, 'Welcome', {}),
      automation(2, 'Birthday', {status: 0, live_at: null, ...nothing, automation_for: 2}),
    ],
    emails: new Map([
      [
        'automation-1',
        [
          email('Welcome, ((first_name))', 'instantly', 1),
          email('Our five best tips', 'days', 2),
          email('Ten percent for you', 'days', 9),
        ],
      ],
    ]),
    senders: new Map([sender, support].map(each => [each.id, each as unknown as Sender])),
    lists: lists.map(
      ([name, contacts_count], index) => ({id: index + 1, name: called(name), contacts_count}) as unknown as List,
    ),
    audiences: new Map(lists.map(([name, people], index) => [`contacts_${index + 1}`, {name: called(name), people}])),
  };
}

const common = {
  ...{schedule_type: 0, schedule_date: '0000-00-00', schedule_time: '00:00:00', sender_id: 1, unsubscribe_group_id: 1},
  ...{
    recipient_id: [
      {id: '1', table: 'contacts_'},
      {id: '2', table: 'contacts_'},
    ],
    exclude_specific_recipient_id: [],
  },
  updated_at: '2026-11-01T09:00:00.000000Z',
};

const left =
  (called: (name: string) => string) =>
  (months: readonly string[]): Unsubscribes => {
    const groups = ['Weekly news', 'Offers', 'Events'].map((name, index) => ({
      ...{id: index + 1, name: called(name), unsubscribed: [310, 184, 22][index] ?? 0},
      by_month: months.map((_, month) => Math.round((24 / (index + 1)) * (0.3 + chance(index * 17 + month)))),
    }));
    const everything = {id: null, name: null, unsubscribed: 96, by_month: months.map(() => 8)};
    const all = [...groups, everything];
    return {
      total: all.reduce((sum, {unsubscribed}) => sum + unsubscribed, 0),
      groups: all,
      months: months.map((month, at) => ({
        month,
        unsubscribed: all.reduce((sum, {by_month}) => sum + (by_month[at] ?? 0), 0),
      })),
    };
  };

/** A number from 0 up to 1 that is always the same for the same seed. */
const chance = (seed: number): number => {
  const value = Math.sin(seed * 12.9898 + 4.1) * 43_758.5453;
  return value - Math.floor(value);
};

/** A day of the month that many months before the last one. */
const stamp = (monthsBefore: number, day: number): string =>
  `${months[months.length - 1 - monthsBefore]}-${String(Math.max(1, Math.min(day, 20))).padStart(2, '0')}T09:30:00.000000Z`;

const months = monthsFrom('2024-12', '2026-11');
