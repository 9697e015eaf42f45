import {counted, number, plural} from '../core/words/sentence.js';
import {inPeople, sizesInWords} from '../mailings/audience.js';
import {sentDayInWords, sentMomentInWords} from '../records/dates/words.js';
import {rateInWords} from '../records/fields/readable.js';
import {type Month, monthInWords, zoneInWords} from './months.js';
import type {Agenda, Audience, Figures, From, Live, Planned, Report} from './shapes.js';

/** What goes out on a day or by itself, in words: a heading, things with their details, and sentences. */
export type Block = {
  readonly heading?: string;
  readonly items?: ReadonlyArray<{readonly title: string; readonly lines: readonly string[]}>;
  readonly says?: readonly string[];
};

/** A part of a report: a sentence, something month by month, and rows of counts or figures. Each printer shows it its own way. */
export type Section = {
  readonly id: string;
  readonly title: string;
  readonly says?: string;
  readonly months?: {
    readonly label: string;
    readonly title: string;
    readonly says: string;
    readonly values: ReadonlyArray<number | null>;
    readonly words: (value: number | null) => string;
  };
  /** What a row is, what it counts, and what its months hold. */
  readonly heads: readonly [row: string, count: string, months: string];
  readonly rows: readonly Row[];
  readonly total?: Row;
};

export type Row = {
  readonly name: string;
  readonly note?: string;
  /** A second line, where there is room for it. */
  readonly aside?: string;
  readonly count?: number;
  readonly months?: readonly number[];
  readonly figures?: Figures;
};

/** The parts of a report that hold numbers, in order. */
export const sectionsOf = (report: Report): readonly Section[] => [
  peopleSection(report),
  unsubscribesSection(report),
  mailingsSection(report),
  ...(report.automations.length > 0 ? [automationsSection(report)] : []),
];

function peopleSection({contacts: {total, lists, months, undated}}: Report): Section {
  const joined = months.map(each => each.joined);
  const most = months.reduce((best, month) => (month.joined > best.joined ? month : best), {month: '', joined: 0});
  return {
    ...{id: 'people', title: 'People', heads: ['List', 'People', 'Joined']},
    says: `${number(total)} on ${counted(lists.length, 'list')}; ${number(sumOf(joined))} joined in these months${undated > 0 ? `; the service does not say when ${number(undated)} more did` : ''}`,
    months: {
      label: 'joined by month',
      title: 'People who joined each month',
      says:
        most.joined === 0
          ? 'Nobody joined in these months.'
          : `${number(sumOf(joined))} people joined; the most, ${number(most.joined)}, in ${monthInWords(most.month)}.`,
      values: joined,
      words: countInWords,
    },
    rows: lists.map(({name, contacts, joined: ofList}) => ({name, count: contacts, months: ofList})),
  };
}

function unsubscribesSection({unsubscribes: {total, groups, months}}: Report): Section {
  const left = months.map(({unsubscribed}) => unsubscribed);
  const within = number(sumOf(left));
  return {
    ...{id: 'unsubscribed', title: 'Unsubscribed', heads: ['Group', 'People', 'In these months']},
    says: `${number(total)} in all; ${within} in these months`,
    months: {
      label: 'by month',
      title: 'People who unsubscribed each month',
      says: `${within.replace(/^0$/, 'Nobody')} unsubscribed in these months, ${number(total)} in all.`,
      values: left,
      words: countInWords,
    },
    rows: groups.map(({name, unsubscribed, by_month}) => ({
      name: name ?? 'Everything',
      count: unsubscribed,
      months: by_month,
    })),
  };
}

function mailingsSection({mailings: {total, list, months}}: Report): Section {
  const section = {id: 'mailings', title: 'Mailings', heads: ['Mailing', '', '']} as const;
  if (list.length === 0) return {...section, says: 'Nothing went out in these months.', rows: []};
  return {
    ...section,
    says: `${counted(list.length, 'mailing')} with ${counted(total.triggered ?? 0, 'mail')}: ${rateInWords(total.delivered_rate)} arrived`,
    months: {
      label: 'opened by month',
      title: 'Opened, of what arrived in each month',
      says: `From the first month to the last: ${months.map(each => rateInWords(each.open_rate)).join(', ')}.`,
      values: months.map(({open_rate}) => open_rate),
      words: rateInWords,
    },
    rows: list.map(send => ({
      name: `${send.sent_at.slice(0, 10)} ${send.name}`,
      aside: send.subject,
      figures: send,
    })),
    total: {name: 'all together', figures: total},
  };
}

const automationsSection = ({automations}: Report): Section => ({
  ...{id: 'automations', title: 'Automations, since they were created', heads: ['Automation', '', '']},
  rows: automations.map(each => ({
    name: each.name,
    note: `${each.status}, for ${each.for === null ? 'nobody yet' : audiencesInWords([each.for])}`,
    figures: each,
  })),
});

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

export const countInWords = (count: number | null): string => (count === null ? 'n/a' : number(count));

/** The months of a report, and their clock. */
export const spanInWords = ({since, until, time_zone}: Pick<Report, 'since' | 'until' | 'time_zone'>): string =>
  `${since === until ? '' : `${monthInWords(since)} to `}${monthInWords(until)} (${zoneInWords(time_zone)})`;

/** The account in numbers, each with what it counts. */
export const headline = ({contacts, unsubscribes, mailings, agenda}: Report) => ({
  people: number(contacts.total),
  joined: number(sumOf(contacts.months.map(({joined}) => joined))),
  left: number(sumOf(unsubscribes.months.map(({unsubscribed}) => unsubscribed))),
  mails: mailings.total.triggered ?? 0,
  opened: rateInWords(mailings.total.open_rate),
  next: [...agenda.scheduled, ...agenda.later][0],
});

/** What will be sent, in blocks with a heading each. */
export const agendaBlocks = (agenda: Omit<Agenda, 'attention'>): readonly Block[] =>
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
  ].filter(({items = [], says = []}: Block) => items.length + says.length > 0);

/** The sentence that nothing is scheduled, which is also the error of `--fail-if-empty`. */
export const nothingScheduled = ({until}: Pick<Agenda, 'until'>): string =>
  `No mailing is scheduled from now to ${sentDayInWords(until)}.`;

const laterInWords = ({name, moment}: Planned, count: number): string =>
  `After that${plural(count, ':', ` ${count} more, the next`)} "${name}", on ${sentMomentInWords(moment ?? '')}.`;

const dayOf = ({moment}: Planned): Month => (moment ?? '').slice(0, 10);

const itemOf = ({name, subject, to, except, at_most, from}: Planned, time: string) => ({
  title: `${time.padEnd(5)}  ${name}: "${subject}"`,
  lines: [
    `to ${audiencesInWords(to)}${to.length > 1 && at_most !== null ? `, at most ${inPeople(at_most)} in all` : ''}`,
    ...(except.length > 0 ? [`without ${audiencesInWords(except)}`] : []),
    `from ${fromInWords(from)}`,
  ],
});

function liveItem({name, for: audience, emails}: Live) {
  const wide = Math.max(0, ...emails.map(({wait}) => wait.length));
  return {
    title: `${name}: mails ${audience === null ? 'nobody yet' : `people who join ${audiencesInWords([audience])}`}`,
    lines: emails.flatMap(({subject, wait, from}, index) => [
      `${wait.padEnd(wide)}  "${subject}"`,
      ...(emails[index + 1]?.from.sender_id === from.sender_id ? [] : [`from ${fromInWords(from)}`]),
    ]),
  };
}

/** Audiences with their sizes, in a list. */
export const audiencesInWords = (audiences: readonly Audience[]): string =>
  sizesInWords(audiences.map(({name, people}) => ({name, people: people ?? undefined})));

/** A sender as people know it, and whether it is verified. */
function fromInWords({sender_id, name, address, verified}: From): string {
  if (address === null) return `sender ${sender_id}, which is not in the account`;
  return `${name} <${address}>${verified ? '' : ', NOT verified'}`;
}
