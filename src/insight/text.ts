import {clean} from '../output/text/sanitise.js';
import {pad, truncate} from '../output/text/width.js';
import {sentDayInWords} from '../records/dates/words.js';
import type {Finding} from '../records/fields/finding.js';
import type {Report} from './figures.js';
import {type AgendaBlock, agendaBlocks, headlineOf, monthsInWords, type Section, sectionsOf} from './sections.js';
import type {Agenda} from './upcoming.js';

/** An agenda for people: day by day, then what sends by itself, then what needs attention. */
export const agendaInWords = (agenda: Agenda): string =>
  textOf([
    [`Agenda until ${sentDayInWords(agenda.until)} (${agenda.time_zone ?? "the account's time"})`],
    ...agendaBlocks(agenda).map(linesOfBlock),
    attentionLines(agenda.attention),
  ]);

/** A report for a terminal. */
export const reportInWords = (report: Report): string =>
  textOf([
    [
      `${report.account} at a glance: ${monthsInWords(report)}`,
      ...headlineOf(report).map(({label, value, of}) => `  ${label.padEnd(12)}  ${value.padStart(9)}  ${of}`),
    ],
    attentionLines(report.attention),
    ...sectionsOf(report).map(linesOfSection),
    [
      'Coming up',
      ...agendaBlocks(report.agenda)
        .flatMap(linesOfBlock)
        .map(line => `  ${line}`),
    ],
  ]);

/** Blocks of lines as one text. */
const textOf = (blocks: ReadonlyArray<readonly string[]>): string =>
  `${blocks
    .filter(block => block.length > 0)
    .map(block => block.map(clean).join('\n'))
    .join('\n\n')}\n`;

const linesOfBlock = ({heading, items = [], says = []}: AgendaBlock): readonly string[] => [
  ...(heading === undefined ? [] : [heading]),
  ...items.flatMap(({title, lines}) => [`  ${title}`, ...lines.map(line => `         ${line}`)]),
  ...says,
];

/** Findings and what to do about them. */
const attentionLines = (findings: readonly Finding[]): readonly string[] =>
  findings.length === 0
    ? []
    : [
        'Needs attention',
        ...findings.flatMap(({says, hint}) => [`  ✗ ${says}`, ...(hint === undefined ? [] : [`    ${hint}`])]),
      ];

function linesOfSection({title, heads: [, ...heads], rows}: Section): readonly string[] {
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map(({cells}) => cells[at]?.length ?? 0)));
  const line = (name: string, cells: readonly string[]): string => {
    const shown = pad(truncate(clean(name), NAME), NAME, false);
    return `  ${shown}  ${cells.map((cell, at) => cell.padStart(widths[at] ?? 0)).join('  ')}`;
  };
  return [
    title,
    line('', heads),
    ...rows.flatMap(({name, note, cells}) => [line(name, cells), ...(note === undefined ? [] : [`    ${note}`])]),
  ];
}

/** How much of a name is shown. */
const NAME = 24;
