import {clean} from '../output/text/sanitise.js';
import {displayWidth, pad, truncate, wrap} from '../output/text/width.js';
import {andList, counted, number, plural} from '../words/sentence.js';
import {keyRows} from './key-rows.js';
import {
  calledAmong,
  isMatched,
  type Matching,
  type MatchOptions,
  type MatchState,
  namesOf,
  openIn,
  type Target,
  type Targets,
  targetsFor,
} from './match.js';
import type {Look} from './widget.js';

/** How many columns of a file are on the screen at once: with everything else this fits into 24 lines. */
export const MATCHING_PAGE = 11;

/** A page of columns around the cursor, each with its header, two values and its field, and the keys below. */
export function drawMatching(
  {columns, known}: MatchOptions,
  state: MatchState,
  typed: string,
  canGoBack: boolean,
  look: Look,
): readonly string[] {
  const {width, paint} = look;
  const {targets, at, problem} = state;
  const start = Math.max(0, Math.min(at - Math.floor(MATCHING_PAGE / 2), columns.length - MATCHING_PAGE));
  const open = openIn({columns}, targets).length;
  const again = open > 0 || !state.atOnce ? 0 : targets.filter(target => target && state.atOnce?.has(target)).length;
  const isSkipped = targets[at]?.kind === 'skipped';
  const notes = [
    ...(columns.length > MATCHING_PAGE
      ? [`columns ${start + 1} to ${start + MATCHING_PAGE} of ${columns.length}`]
      : []),
    ...(open > 0 && problem === undefined
      ? [`${counted(open, 'column')} ${plural(open, 'matches', 'match')} nothing yet`]
      : []),
  ];
  return [
    ...table({columns, known}, targets, {start, at}, look),
    ...keyRows(notes, look),
    ...(typed === '' ? [] : offered(typed, known, state.pick, look)),
    ...(problem === undefined ? [] : wrap(problem, width - 2).map(line => `  ${paint.wrong(line)}`)),
    ...(typed !== '' ? [] : keyRows(keysFor({open, again, isMatched: isMatched(state), isSkipped}), look)),
    ...keyRows(
      [
        ...['↑↓ to move', '←→ or type a field', typed === '' ? 'Enter to continue' : 'Enter to choose'],
        ...(canGoBack || typed !== '' ? ['Esc to go back'] : []),
      ],
      look,
    ),
  ];
}

/** The keys that skip a column or all that are open, and those that create fields. */
function keysFor({
  open,
  again,
  isMatched,
  isSkipped,
}: {
  readonly open: number;
  readonly again: number;
  readonly isMatched: boolean;
  readonly isSkipped: boolean;
}) {
  if (isMatched) return isSkipped ? [] : ['- to skip this column'];
  const count = open || again;
  if (count === 0) return [];
  const skip = plural(count, '- to skip it', '- to skip them');
  return [
    open > 0 ? skip : `${counted(again, 'column')}: ${skip}`,
    plural(count, '+ to create a field', '+ to create fields'),
  ];
}

/** The same for a terminal that cannot be redrawn: one line for each column, and later only for those that changed. */
export function linesOf(
  {columns, known}: MatchOptions,
  {targets, printed}: {readonly targets: Targets; readonly printed: Targets | undefined},
  problem: string | undefined,
): readonly string[] {
  const lines = columns.flatMap(({header, examples, fixed}, at) => {
    if (printed && printed[at] === targets[at]) return [];
    const field = words(targets[at], fixed, known);
    return [`  ${at + 1}. ${clean(header)} (${clean(examples.join(', ')) || 'empty'}): ${field}`];
  });
  return [
    ...lines,
    ...(problem === undefined ? [] : [`  ${problem}`]),
    '  Type "3 city" to match column 3 with a field, - to skip all that match',
    '  nothing, + to create fields for them, or Enter to continue.',
  ];
}

function table(
  {columns, known}: {readonly columns: readonly Matching[]; readonly known: readonly string[]},
  targets: Targets,
  {start, at}: {readonly start: number; readonly at: number},
  {width, paint}: Look,
): string[] {
  const rows = columns.slice(start, start + MATCHING_PAGE).map(({header, examples, fixed}, index) => ({
    header: clean(header) || '(no name)',
    examples: clean(examples.join(', ')) || '(empty)',
    field: words(targets[start + index], fixed, known),
    isOpen: fixed === undefined && targets[start + index] === undefined,
  }));
  const widest = (texts: readonly string[], most: number) => Math.min(most, Math.max(...texts.map(displayWidth)));
  const fieldWidth = widest(['Field', ...rows.map(({field}) => field)], Math.max(16, Math.floor(width * 0.35)));
  const headerWidth = widest(['Column', ...rows.map(({header}) => header)], Math.max(10, Math.floor(width * 0.3)));
  const room = Math.max(0, width - 2 - headerWidth - fieldWidth - 4);
  // No wider than its texts: on a wide terminal, a field should not be far from its column.
  const exampleWidth = widest(['For example', ...rows.map(({examples}) => examples)], room);
  const line = (header: string, examples: string, field: string) =>
    [
      pad(truncate(header, headerWidth), headerWidth, false),
      ...(exampleWidth < 6 ? [] : [pad(truncate(examples, exampleWidth), exampleWidth, false)]),
      truncate(field, fieldWidth),
    ] as const;
  return [
    `  ${paint.small(line('Column', 'For example', 'Field').join('  '))}`,
    ...rows.map(({header, examples, field, isOpen}, index) => {
      const here = start + index === at;
      const cells = line(header, examples, field);
      const last = cells.at(-1) ?? '';
      const before = cells.slice(0, -1).join('  ');
      const painted = isOpen ? paint.wrong(last) : here ? paint.chosen(last) : last;
      return `${here ? paint.mark('❯') : ' '} ${here ? paint.chosen(before) : before}  ${painted}`;
    }),
  ];
}

/** The first few targets that a typed text may mean. */
function offered(typed: string, known: readonly string[], pick: number, {width, paint}: Look): string[] {
  const choices = targetsFor(typed, known);
  const start = Math.max(0, Math.min(pick - 1, choices.length - OFFERED));
  const shown = choices.slice(start, start + OFFERED).map(({name}, index) => {
    const here = start + index === pick;
    const text = truncate(name, width - 6);
    return `    ${here ? `${paint.mark('❯')} ${paint.chosen(text)}` : `  ${text}`}`;
  });
  const more = choices.length - OFFERED;
  return more > 0 ? [...shown, `      ${paint.small(`and ${number(more)} more`)}`] : shown;
}

function words(target: Target | undefined, fixed: string | undefined, known: readonly string[]): string {
  if (fixed !== undefined) return fixed;
  if (target === undefined) return '?';
  if (target.kind === 'skipped') return 'skip';
  return target.kind === 'new' ? `${namesOf(target).join()} (new)` : andList(namesOf(target).map(calledAmong(known)));
}

const OFFERED = 3;
