/** An account in its second year, made from a seed, for charts, pages, and pictures of them. */
import {makeReport} from '../../src/insight/figures.js';
import {clockIn, createMonthOf, monthsFrom} from '../../src/insight/months.js';
import {
  type Automation,
  addTo,
  type Email,
  type Mailings,
  type Send,
  type Sender,
  type Tally,
} from '../../src/insight/read.js';
import type {Report} from '../../src/insight/shapes.js';

/** The report of that account; `called` may replace every name by a worse one. */
export function showcase(called: (name: string) => string = name => name): Report {
  const clock = clockIn({service: 'Europe/Berlin', local: 'Europe/Berlin'}, new Date('2026-11-21T17:30:00Z'));
  const people: Tally = new Map();
  const left: Tally = new Map();
  const monthOf = createMonthOf(clock.zone);
  for (const [index, [, size, monthly]] of lists.entries()) {
    for (let left = size, month = 0; left > 0; month++) {
      const count =
        month === 22 ? left : Math.min(left, Math.round(monthly * (0.4 + chance(index * 31 + month) * 1.4)));
      for (let each = 0; each < count; each++) addTo(people, index + 1, monthOf(stamp(month, (each * 7) % 28)));
      left -= count;
    }
  }
  for (let group = 0; group < 4; group++)
    for (let month = 0; month < 12; month++)
      for (let each = 0; each < 24 / (group + 1); each++) addTo(left, group, monthOf(stamp(month, each)));
  return makeReport(
    {
      ...{account: called('acme'), clock, mailings: mailingsOf(called), people, left},
      lists: new Map(lists.map(([name], index) => [index + 1, called(name)])),
      groups: new Map(['Weekly news', 'Offers', 'Events'].map((name, index) => [index + 1, called(name)])),
    },
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

/** A number from 0 up to 1 that is always the same for the same seed. */
const chance = (seed: number): number => {
  const value = Math.sin(seed * 12.9898 + 4.1) * 43_758.5453;
  return value - Math.floor(value);
};

/** A day of the month that many months before the last one. */
const stamp = (monthsBefore: number, day: number): string =>
  `${months[months.length - 1 - monthsBefore]}-${String(Math.max(1, Math.min(day, 20))).padStart(2, '0')}T09:30:00.000000Z`;

const months = monthsFrom('2024-12', '2026-11');
