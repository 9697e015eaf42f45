import type {Operation} from '../api/describe/schema.js';
import {type Command, callsOf} from '../commands/command.js';
import {placeholder, positions} from '../commands/parameter-name.js';
import {counted} from '../words/sentence.js';
import {longest, twoColumns, WIDEST, wrapped} from './layout.js';
import {type OptionRow, type OptionSection, optionSections, toRow} from './option-sections.js';
import {topicsAbout} from './topics.js';

type Help = {
  readonly path: readonly string[];
  /** What people say for it: `send` for `mailings create`. */
  readonly words?: readonly string[];
  readonly command: Command;
  readonly width: number;
  /** Whether only what fits on a screen is shown: -h instead of --help. */
  readonly isShort: boolean;
};

/** The help of a command: its options in sections first, then examples, details, and where to read on. */
export async function commandHelp({path, words = path, command, width, isShort}: Help): Promise<string> {
  const {summary, details, nested = {}, examples} = command;
  const line = `emk ${words.join(' ')}`;
  const proseWidth = Math.min(width, WIDEST);
  const usageWords = [line, '[options]', ...positions(command).map(key => placeholder(key, command))];
  const [usage = '', ...more] = wrapped(`Usage: ${usageWords.join(' ')}`, width - 4);
  const head = [usage, ...more.map(rest => `    ${rest}`), ...wrapped(`${summary}.`, proseWidth)];
  const calls: readonly Operation[] = await callsOf(command);
  const sections = optionSections(command, calls);
  const shown = isShort ? fittingOn(SCREEN - head.length, sections, width) : sections;
  const left = rowsOf(sections).length - rowsOf(shown).length;
  const below = Object.entries(nested).map(([name, {summary}]) => [`${line} ${name}`, summary] as const);
  const about = isShort ? [] : (details ?? '').split('\n').flatMap(text => paragraph(text, proseWidth));
  return [
    ...head,
    ...laidOut(shown, width, isShort),
    ...(left > 0 ? ['', `${counted(left, 'more option')}: ${line} --help`] : []),
    ...part('Commands', twoColumns(below, longest(below), width)),
    ...part(
      'Examples',
      (isShort ? examples.slice(0, FEW) : examples).map(example => `  $ ${example}`),
    ),
    ...(details && !isShort ? ['', ...about] : []),
    ...part('See also', twoColumns(seeAlso(path, words), undefined, width)),
    '',
  ].join('\n');
}

/** The lines of a screen: the options of a short help take no more. */
const SCREEN = 24;

/** How many examples a short help has. */
const FEW = 2;

const part = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? ['', `${title}:`, ...lines] : [];

/** A paragraph of details; what is indented keeps its lines. */
const paragraph = (text: string, width: number): string[] => (text.startsWith(' ') ? [text] : wrapped(text, width));

const rowsOf = (sections: readonly OptionSection[]): OptionRow[] => sections.flatMap(({rows}) => rows);

/** The sections with their titles, all aligned. Where there is no room beside a long term, its text begins below it. */
function laidOut(sections: readonly OptionSection[], width: number, isShort: boolean): string[] {
  const termWidth = Math.min(longest(rowsOf(sections).map(row => toRow(row))), Math.floor(width / 2) - 6);
  return sections.flatMap(({title, rows}) =>
    part(
      title,
      twoColumns(
        rows.map(row => toRow(row, isShort)),
        termWidth,
        width,
      ),
    ),
  );
}

/**
 * The options that fit on so many lines, the most important first: the required ones, those of the examples, and then
 * the first ones of each section.
 */
function fittingOn(lines: number, sections: readonly OptionSection[], width: number): readonly OptionSection[] {
  const rank = ({required, isShown}: OptionRow, place: number): number => (required ? 0 : isShown ? 1 : 2 + place);
  const ranked = sections.flatMap(({rows}) => rows.map((row, at) => ({row, rank: rank(row, at / rows.length)})));
  const chosen = new Set<OptionRow>();
  const withChosen = (): readonly OptionSection[] =>
    sections
      .map(section => ({...section, rows: section.rows.filter(row => chosen.has(row))}))
      .filter(({rows}) => rows.length > 0);
  for (const {row} of ranked.sort((one, other) => one.rank - other.rank)) {
    chosen.add(row);
    if (laidOut(withChosen(), width, true).length > lines) chosen.delete(row);
  }
  return withChosen();
}

/** Pages that say more: topics about this command, the commands beside it, and the options that all have. */
function seeAlso(
  path: readonly string[],
  [group = '']: readonly string[],
): ReadonlyArray<readonly [line: string, about: string]> {
  return [
    ...topicsAbout(path).map(([topic, summary]) => [`emk help ${topic}`, summary] as const),
    ...(path.length > 1 ? [[`emk ${group} --help`, 'The commands beside this one'] as const] : []),
    ['emk help options', 'The options that every command has'],
  ];
}
