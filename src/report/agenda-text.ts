import {inPeople, sizesInWords} from '../checks/audience-sizes.js';
import {clean} from '../output/text/sanitise.js';
import {wrap} from '../output/text/width.js';
import {wrapMessage} from '../output/text/wrap-message.js';
import {sentDayInWords, sentMomentInWords} from '../records/dates/words.js';
import type {Finding} from '../records/fields/finding.schema.js';
import {plural} from '../words/sentence.js';
import type {Agenda, Audience, From, Live, Planned} from './agenda.schema.js';
import {LEAST} from './report-rows.js';

/** An agenda for people: day by day, then what sends by itself, then what needs attention. */
export const agendaInWords = (agenda: Agenda, width?: number): string =>
  textOfBlocks(
    [
      [`Agenda until ${sentDayInWords(agenda.until)} (${agenda.time_zone ?? "the account's time"})`],
      ...agendaBlocks(agenda),
      agenda.attention.length > 0
        ? ['Needs attention', ...agenda.attention.flatMap(each => findingInLines(each, width))]
        : [],
    ],
    width,
  );

/** Blocks of lines as one text. Lines that are wider than a window are wrapped between words. */
export const textOfBlocks = (blocks: ReadonlyArray<readonly string[]>, width: number | undefined): string =>
  `${blocks
    .filter(block => block.length > 0)
    .map(block => block.map(line => (width === undefined ? clean(line) : wrapMessage(clean(line), width))).join('\n'))
    .join('\n\n')}\n`;

/** What will be sent, in blocks of lines with a heading each. */
export const agendaBlocks = (agenda: Omit<Agenda, 'attention'>): ReadonlyArray<readonly string[]> =>
  [
    agenda.under_way.length > 0 ? ['Going out now', ...agenda.under_way.flatMap(inBlock('now'))] : [],
    ...byDay(agenda.scheduled).map(([day, sends]) => [
      sentDayInWords(day),
      ...sends.flatMap(send => inBlock((send.moment ?? '').slice(11, 16))(send)),
    ]),
    noneOrLater(agenda),
    agenda.automations.length > 0 ? ['Live automations', ...agenda.automations.flatMap(liveInBlock)] : [],
  ].filter(block => block.length > 0);

/** The sentence that nothing is scheduled, which is also the error of `--fail-if-empty`. */
export const nothingScheduled = ({until}: Pick<Agenda, 'until'>): string =>
  `No mailing is scheduled from now to ${sentDayInWords(until)}.`;

/** A finding and what to do about it, in lines. A command to copy stays on one line. */
export const findingInLines = ({level, says, hint}: Finding, width = 80): string[] => [
  ...wrap(clean(says), Math.max(LEAST, width - 4)).map(
    (line, at) => `  ${at > 0 ? ' ' : level === 'error' ? '✗' : '!'} ${line}`,
  ),
  ...(hint === undefined ? [] : wrapMessage(`    ${clean(hint)}`, width).split('\n')),
];

/** Audiences with their sizes, in a list. */
export const audiencesInWords = (audiences: readonly Audience[]): string =>
  sizesInWords(audiences.map(({name, people}) => ({name, people: people ?? undefined})));

/** A sender as people know it, and whether it is verified. */
export function fromInWords({sender_id, name, address, verified}: From): string {
  if (address === null) return `sender ${sender_id}, which is not in the account`;
  return `${name} <${address}>${verified ? '' : ', NOT verified'}`;
}

const byDay = (sends: readonly Planned[]): ReadonlyArray<readonly [day: string, sends: readonly Planned[]]> => {
  const days = new Map<string, Planned[]>();
  for (const send of sends) {
    const day = (send.moment ?? '').slice(0, 10);
    days.set(day, [...(days.get(day) ?? []), send]);
  }
  return [...days];
};

const inBlock =
  (time: string) =>
  ({name, subject, to, except, at_most, from}: Planned): string[] => [
    `  ${time.padEnd(5)}  ${name}: "${subject}"`,
    `         to ${audiencesInWords(to)}${to.length > 1 && at_most !== null ? `, at most ${inPeople(at_most)} in all` : ''}`,
    ...(except.length > 0 ? [`         without ${audiencesInWords(except)}`] : []),
    `         from ${fromInWords(from)}`,
  ];

function noneOrLater(agenda: Pick<Agenda, 'scheduled' | 'later' | 'until'>): string[] {
  const {scheduled, later} = agenda;
  const [next] = later;
  return [
    ...(scheduled.length === 0 ? [nothingScheduled(agenda)] : []),
    ...(next ? [laterInWords(next, later.length)] : []),
  ];
}

const laterInWords = ({name, moment}: Planned, count: number): string =>
  `After that${plural(count, ':', ` ${count} more, the next`)} "${name}", on ${sentMomentInWords(moment ?? '')}.`;

const liveInBlock = ({name, for: audience, emails}: Live): string[] => {
  const wide = Math.max(0, ...emails.map(({wait}) => wait.length));
  return [
    `  ${name}: mails ${audience === null ? 'nobody yet' : `people who join ${audiencesInWords([audience])}`}`,
    ...emails.flatMap(({subject, wait, from}, index) => [
      `         ${wait.padEnd(wide)}  "${subject}"`,
      ...(emails[index + 1]?.from.sender_id === from.sender_id ? [] : [`         from ${fromInWords(from)}`]),
    ]),
  ];
};
