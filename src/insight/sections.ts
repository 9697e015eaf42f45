import {monthNames} from '../core/words/calendar.js';
import {counted, number, plural, sum} from '../core/words/sentence.js';
import {inPeople, sizesInWords} from '../mailings/audience.js';
import {sentDayInWords, sentMomentInWords} from '../records/dates/words.js';
import {rateInWords} from '../records/fields/readable.js';
import type {Figures, Report} from './figures.js';
import {type Month, zoneInWords} from './months.js';
import type {Agenda, AgendaAudience, LiveAutomation, PlannedMailing, SentFrom} from './upcoming.js';

/** A row of a table: what it is about, and what is said in each cell. */
export type SectionRow = {readonly name: string; readonly note?: string; readonly cells: readonly string[]};

/** A part of a report. Each printer shows it its own way, and knows nothing of what it counts. */
export type Section = {
  readonly id: string;
  readonly title: string;
  /** What a row is, and what its cells are. */
  readonly heads: readonly string[];
  readonly rows: readonly SectionRow[];
};

/** What goes out on a day or by itself, in words: a heading, things with their details, and sentences. */
export type AgendaBlock = {
  readonly heading?: string;
  readonly items?: ReadonlyArray<{readonly title: string; readonly lines: readonly string[]}>;
  readonly says?: readonly string[];
};

/** The account in six figures. */
export function headlineOf({contacts, unsubscribes, mailings, agenda}: Report) {
  const next = [...agenda.scheduled, ...agenda.later][0];
  const day = next?.moment ?? '';
  const within = 'in these months';
  const figure = (label: string, value: string, of: string) => ({label, value, of});
  return [
    figure('People', number(contacts.total), `on ${counted(contacts.lists.length, 'list')}`),
    figure('Joined', number(sum(contacts.months.map(({joined}) => joined))), within),
    figure('Unsubscribed', number(sum(unsubscribes.months.map(({unsubscribed}) => unsubscribed))), within),
    figure('Emails sent', number(mailings.total.triggered ?? 0), `in ${counted(mailings.list.length, 'mailing')}`),
    figure('Opened', rateInWords(mailings.total.open_rate), 'of what arrived'),
    next
      ? figure('Next mailing', `${Number(day.slice(8, 10))} ${shortMonth(day)}`, next.name)
      : figure('Next mailing', 'none', 'is scheduled'),
  ];
}

/** `March 2026` */
const monthInWords = (month: Month): string => `${monthNames[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

/** `Mar` */
const shortMonth = (month: Month): string => (monthNames[Number(month.slice(5, 7)) - 1] ?? '').slice(0, 3);

/** The parts of a report that hold numbers, in order. */
export const sectionsOf = ({contacts, unsubscribes, mailings, automations}: Report): readonly Section[] =>
  [
    {
      ...{id: 'people', title: 'People', heads: ['List', 'People', 'Joined']},
      rows: contacts.lists.map(({name, contacts: count, joined}) => ({name, cells: [number(count), number(joined)]})),
    },
    {
      ...{id: 'unsubscribed', title: 'Unsubscribed', heads: ['Group', 'People', 'These months']},
      rows: unsubscribes.groups.map(({name, unsubscribed, in_months}) => ({
        name: name ?? 'Everything',
        cells: [number(unsubscribed), number(in_months)],
      })),
    },
    {
      ...{id: 'months', title: 'By month', heads: ['Month', 'Joined', 'Unsubscribed', 'Mailings', 'Opened']},
      rows: mailings.months.map(({month, mailings: count, open_rate}, at) => ({
        name: monthInWords(month),
        cells: [
          ...[contacts.months[at]?.joined, unsubscribes.months[at]?.unsubscribed, count].map(each => number(each ?? 0)),
          rateInWords(open_rate),
        ],
      })),
    },
    {
      ...{id: 'mailings', title: 'Mailings', heads: ['Mailing', ...figureHeads]},
      rows: [
        ...mailings.list.map(send => ({name: `${send.sent_at.slice(0, 10)} ${send.name}`, cells: figureCells(send)})),
        {name: 'all together', cells: figureCells(mailings.total)},
      ],
    },
    {
      ...{id: 'automations', title: 'Automations, since they were created', heads: ['Automation', ...figureHeads]},
      rows: automations.map(each => ({
        name: each.name,
        note: `${each.status}, for ${each.for === null ? 'nobody yet' : audiencesInWords([each.for])}`,
        cells: figureCells(each),
      })),
    },
  ].filter(({rows}) => rows.length > 0);

const figureHeads = ['Mails', 'Opened', 'Bounced', 'Left'] as const;

const figureCells = ({triggered, open_rate, bounce_rate, unsubscribe_rate}: Figures): readonly string[] => [
  triggered === null ? 'n/a' : number(triggered),
  ...[open_rate, bounce_rate, unsubscribe_rate].map(rateInWords),
];

/** The months of a report, and their clock. */
export const monthsInWords = ({since, until, time_zone}: Pick<Report, 'since' | 'until' | 'time_zone'>): string =>
  `${since === until ? '' : `${monthInWords(since)} to `}${monthInWords(until)} (${zoneInWords(time_zone)})`;

/** What will be sent, in blocks with a heading each. */
export const agendaBlocks = (agenda: Omit<Agenda, 'attention'>): readonly AgendaBlock[] =>
  [
    {heading: 'Going out now', items: agenda.under_way.map(send => itemOf(send, 'now'))},
    ...[...new Set(agenda.scheduled.map(dayOf))].map(day => ({
      heading: sentDayInWords(day),
      items: agenda.scheduled
        .filter(send => dayOf(send) === day)
        .map(send => itemOf(send, (send.moment ?? '').slice(11, 16))),
    })),
    {
      says: [
        ...(agenda.scheduled.length === 0 ? [nothingScheduled(agenda)] : []),
        ...agenda.later.slice(0, 1).map(next => laterInWords(next, agenda.later.length)),
      ],
    },
    {heading: 'Live automations', items: agenda.automations.map(liveItem)},
  ].filter(({items = [], says = []}: AgendaBlock) => items.length + says.length > 0);

/** The sentence that nothing is scheduled, which is also the error of `--fail-if-empty`. */
export const nothingScheduled = ({until}: Pick<Agenda, 'until'>): string =>
  `No mailing is scheduled from now to ${sentDayInWords(until)}.`;

const laterInWords = ({name, moment}: PlannedMailing, count: number): string =>
  `After that${plural(count, ':', ` ${count} more, the next`)} "${name}", on ${sentMomentInWords(moment ?? '')}.`;

const dayOf = ({moment}: PlannedMailing): string => (moment ?? '').slice(0, 10);

const itemOf = ({name, subject, to, except, at_most, from}: PlannedMailing, time: string) => ({
  title: `${time.padEnd(5)}  ${name}: "${subject}"`,
  lines: [
    `to ${audiencesInWords(to)}${to.length > 1 && at_most !== null ? `, at most ${inPeople(at_most)} in all` : ''}`,
    ...(except.length > 0 ? [`without ${audiencesInWords(except)}`] : []),
    `from ${fromInWords(from)}`,
  ],
});

function liveItem({name, for: audience, emails}: LiveAutomation) {
  const wide = Math.max(0, ...emails.map(({wait}) => wait.length));
  return {
    title: `${name}: mails ${audience === null ? 'nobody yet' : `people who join ${audiencesInWords([audience])}`}`,
    lines: emails.flatMap(({subject, wait, from}, index) => [
      `${wait.padEnd(wide)}  "${subject}"`,
      ...(emails[index + 1]?.from.sender_id === from.sender_id ? [] : [`from ${fromInWords(from)}`]),
    ]),
  };
}

export const audiencesInWords = (audiences: readonly AgendaAudience[]): string =>
  sizesInWords(audiences.map(({name, people}) => ({name, people: people ?? undefined})));

/** A sender as people know it, and whether it is verified. */
function fromInWords({sender_id, name, address, verified}: SentFrom): string {
  if (address === null) return `sender ${sender_id}, which is not in the account`;
  return `${name} <${address}>${verified ? '' : ', NOT verified'}`;
}
