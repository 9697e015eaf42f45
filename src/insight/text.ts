import {counted} from '../core/words/sentence.js';
import {bar, sparkline} from '../output/text/pictures.js';
import {clean} from '../output/text/sanitise.js';
import {pad, truncate, wrap} from '../output/text/width.js';
import {wrapMessage} from '../output/text/wrap-message.js';
import {sentDayInWords} from '../records/dates/words.js';
import type {Finding} from '../records/fields/finding.schema.js';
import {rateInWords} from '../records/fields/readable.js';
import {mostUrgent} from './concerns.js';
import {
  agendaBlocks,
  type Block,
  countInWords,
  headline,
  type Row,
  type Section,
  sectionsOf,
  spanInWords,
} from './sections.js';
import type {Agenda, Figures, Report} from './shapes.js';

/** An agenda for people: day by day, then what sends by itself, then what needs attention. */
export const agendaInWords = (agenda: Agenda, width?: number): string =>
  textOf(
    [
      [`Agenda until ${sentDayInWords(agenda.until)} (${agenda.time_zone ?? "the account's time"})`],
      ...agendaBlocks(agenda).map(linesOfBlock),
      attentionLines(agenda.attention, width),
    ],
    width,
  );

/** A report for a terminal: bars for sizes and rates, small columns for months, unless pictures help nobody. */
export function reportInWords(report: Report, width?: number, pictures = true): string {
  const {people, joined, left, mails, opened, next} = headline(report);
  const {shown, more} = mostUrgent(report.attention);
  return textOf(
    [
      [
        `${report.account} at a glance: ${spanInWords(report)}`,
        `  ${people} people · ${joined} joined · ${left} unsubscribed`,
        `  ${counted(mails, 'email')} sent · ${opened} opened · next: ${next ? `"${next.name}", ${(next.moment ?? 'now').slice(0, 16)}` : 'nothing is scheduled'}`,
      ],
      [...attentionLines(shown, width), ...(more === 0 ? [] : [`  And ${more} more. To see all: emk report -o json`])],
      ...sectionsOf(report).map(section => linesOfSection(section, width ?? 80, pictures)),
      [
        'Coming up',
        ...agendaBlocks(report.agenda)
          .flatMap(linesOfBlock)
          .map(line => `  ${line}`),
      ],
      [
        'What the service cannot tell',
        ...report.cannot_tell.flatMap(each =>
          wrap(clean(each), roomIn(width ?? 80)).map((line, at) => (at === 0 ? `  ${line}` : `    ${line}`)),
        ),
      ],
    ],
    width,
  );
}

/** Blocks of lines as one text. Lines that are wider than a window are wrapped between words. */
const textOf = (blocks: ReadonlyArray<readonly string[]>, width: number | undefined): string =>
  `${blocks
    .filter(block => block.length > 0)
    .map(block => block.map(line => (width === undefined ? clean(line) : wrapMessage(clean(line), width))).join('\n'))
    .join('\n\n')}\n`;

const linesOfBlock = ({heading, items = [], says = []}: Block): readonly string[] => [
  ...(heading === undefined ? [] : [heading]),
  ...items.flatMap(({title, lines}) => [`  ${title}`, ...lines.map(line => `         ${line}`)]),
  ...says,
];

/** Findings and what to do about them. A command to copy stays on one line. */
const attentionLines = (findings: readonly Finding[], width = 80): readonly string[] =>
  findings.length === 0
    ? []
    : [
        'Needs attention',
        ...findings.flatMap(({level, says, hint}) => [
          ...wrap(clean(says), roomIn(width)).map(
            (line, at) => `  ${at > 0 ? ' ' : level === 'error' ? '✗' : '!'} ${line}`,
          ),
          ...(hint === undefined ? [] : wrapMessage(`    ${clean(hint)}`, width).split('\n')),
        ]),
      ];

/** The width of a sentence that stands apart. It is not broken into single letters, however narrow the window is. */
const roomIn = (width: number): number => Math.max(20, width - 4);

/** In a narrow window names and bars are shorter, and rates have no bars. Without pictures, numbers say the same. */
function linesOfSection({title, says, months, rows, total}: Section, width: number, pictures: boolean): string[] {
  const isWide = width >= WIDE;
  const names = isWide ? 26 : 18;
  const most = Math.max(1, ...rows.map(({count = 0}) => count));
  const barred = isWide && pictures;
  const row = (name: string, ...cells: readonly string[]): string =>
    `  ${pad(truncate(clean(name), names), names, false)}  ${cells.join('  ')}`.trimEnd();
  const monthly = (values: ReadonlyArray<number | null>, words: (value: number | null) => string): string =>
    pictures ? sparkline(values) : values.map(words).join(' ');
  const sized = (count: number): string =>
    `${countInWords(count).padStart(9)}${pictures ? `  ${bar(count / most, isWide ? 20 : 10)}` : ''}`;
  const figures = ({triggered, open_rate, bounce_rate, unsubscribe_rate}: Figures): string =>
    [
      countInWords(triggered).padStart(9),
      `${rateInWords(open_rate).padStart(6)}${barred ? ` ${bar(open_rate, 10)}` : ''}`,
      rateInWords(bounce_rate).padStart(7),
      rateInWords(unsubscribe_rate).padStart(6),
    ].join('  ');
  const line = ({name, note, count = 0, months: ofRow = [], figures: of}: Row): string[] => [
    of ? row(name, figures(of)) : row(name, sized(count), monthly(ofRow, countInWords)),
    ...(note === undefined ? [] : [`    ${note}`]),
  ];
  const isOfMail = rows.some(each => each.figures);
  const older = isOfMail && total ? rows.length - SHOWN : 0;
  return [
    title,
    ...(says === undefined ? [] : [`  ${says}`]),
    ...(months ? [row(months.label, monthly(months.values, months.words))] : []),
    ...(isOfMail
      ? [row('', ['emails'.padStart(9), 'opened'.padEnd(barred ? 17 : 6), 'bounced', '  left'].join('  '))]
      : []),
    ...(older > 0 ? rows.slice(0, SHOWN) : rows).flatMap(line),
    ...(older > 0 ? [`  and ${counted(older, 'older one')}; to see them all: -o json`] : []),
    ...(total ? line(total) : []),
  ];
}

/** The width of the longest row with all its bars. */
const WIDE = 76;

/** How many mailings a terminal shows, so that the rest of the report stays visible. */
const SHOWN = 12;
