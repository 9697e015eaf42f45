import {bar, sparkline} from '../output/text/pictures.js';
import {clean} from '../output/text/sanitise.js';
import {pad, truncate, wrap, wrapMessage} from '../output/text/width.js';
import {sentDayInWords} from '../records/dates/words.js';
import type {Finding} from '../records/fields/finding.js';
import type {Report} from './figures.js';
import {agendaBlocks, type Block, type Cell, headlineOf, type Section, sectionsOf, spanInWords} from './sections.js';
import type {Agenda} from './upcoming.js';

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

/** A report for a terminal: bars for shares, small columns for months, unless pictures help nobody. */
export function reportInWords(report: Report, width?: number, pictures = true): string {
  return textOf(
    [
      [
        `${report.account} at a glance: ${spanInWords(report)}`,
        ...headlineOf(report).map(({label, value, of}) => `  ${label.padEnd(12)}  ${value.padStart(9)}  ${of}`),
      ],
      attentionLines(report.attention, width),
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
          apart(each, width, '  ').map((line, at) => (at > 0 ? `  ${line}` : line)),
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
          ...apart(says, width, level === 'error' ? '  ✗ ' : '  ! '),
          ...(hint === undefined ? [] : wrapMessage(`    ${clean(hint)}`, width).split('\n')),
        ]),
      ];

/** A sentence that stands apart. It is not broken into single letters, however narrow the window is. */
const apart = (says: string, width = 80, mark: string): readonly string[] =>
  wrap(clean(says), Math.max(20, width - 4)).map((line, at) => `${at === 0 ? mark : ' '.repeat(mark.length)}${line}`);

/** A section as a table. In a narrow window names and bars are shorter; without pictures, numbers say the same. */
function linesOfSection({title, says, chart, heads, rows, total}: Section, width: number, pictures: boolean): string[] {
  const [nameWidth, barWidth] = width >= WIDE ? [24, 10] : [16, 5];
  const textOfCell = ({says, share, months}: Cell): string => {
    if (months) return `${says} ${pictures ? sparkline(months) : months.join(' ')}`;
    return share === undefined || !pictures ? says : `${says} ${bar(share, barWidth)}`;
  };
  const table = [
    ...(rows.length > 0 ? [{name: '', cells: heads.slice(1)}] : []),
    ...[...rows, ...(total ? [total] : [])].map(({cells, ...row}) => ({
      ...row,
      cells: cells.map(textOfCell),
    })),
  ];
  const widths = heads.slice(1).map((_, at) => Math.max(0, ...table.map(({cells}) => cells[at]?.length ?? 0)));
  const line = (name: string, cells: readonly string[]): string =>
    `  ${pad(truncate(clean(name), nameWidth), nameWidth, false)}  ${cells.join('  ')}`.trimEnd();
  return [
    title,
    ...(says === undefined ? [] : [`  ${says}`]),
    ...(chart
      ? [line(chart.label, [pictures ? sparkline(chart.values) : chart.values.map(chart.words).join(' ')])]
      : []),
    ...table.flatMap(({name, note, cells}: {name: string; note?: string; cells: readonly string[]}) => [
      line(
        name,
        cells.map((cell, at) => cell.padStart(widths[at] ?? 0)),
      ),
      ...(note === undefined ? [] : [`    ${note}`]),
    ]),
  ];
}

/** The width of the longest row with all its bars. */
const WIDE = 76;
