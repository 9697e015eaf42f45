import {counted, plural} from '../words/sentence.js';
import {
  around,
  isMatched,
  type MatchOptions,
  type MatchState,
  matched,
  openIn,
  SKIPPED,
  settled,
  type Targets,
  targetsFor,
} from './match.js';
import {drawMatching, linesOf, MATCHING_PAGE} from './match-drawing.js';
import type {InLines, Key, Step, Widget} from './widget.js';

/** A question about all columns of a file at once: arrows and typing change one, one key decides the rest. */
export function matchQuestion(question: string, how: MatchOptions, canGoBack: boolean): Widget<MatchState, Targets> {
  const {columns} = how;
  const first = columns.map(({target}) => target);
  const begin = {at: openIn(how, first)[0] ?? 0, pick: 0, targets: first};

  const {finish, choose} = actsOn(how);
  const {pressed, whileTyping} = keysOf(how, canGoBack);
  return {
    question,
    fillsWindow: true,
    begin,
    press({name, before = ''}: Key, line: string, {problem: _, ...state}: MatchState): Step<MatchState, Targets> {
      const typed = line.trim();
      if (name === 'return' || name === 'enter') return typed === '' ? finish(state) : choose(state, typed);
      const isFixed = columns[state.at]?.fixed !== undefined;
      return typed === '' ? pressed({name, before}, state, isFixed) : whileTyping(name, typed, state, isFixed);
    },
    below: (state, line, look) => drawMatching(how, state, line.trim(), canGoBack, look),
    inLines: byLines(how),
  };
}

/** What keys do other than Enter. */
function keysOf(how: MatchOptions, canGoBack: boolean) {
  const {columns, known} = how;
  const {set, settleAll, skip} = actsOn(how);

  /** A key where nothing is typed: it goes to another column, or gives this one another field. */
  const pressed = ({name, before}: Key, state: MatchState, isFixed: boolean): Step<MatchState, Targets> => {
    if (ERASES.has(name) && before === '' && !isFixed) return skip(state);
    if (name === 'escape') return canGoBack ? {kind: 'back'} : {kind: 'stay', state};
    const step = STEPS[name];
    if (step !== undefined) return {kind: 'stay', state: {...state, at: moved(state.at, step, columns.length)}};
    const turn = isFixed ? undefined : TURNS[name];
    return turn === undefined
      ? {kind: 'stay', state: {...state, pick: 0}}
      : set(state, around(state.targets, how, state.at, turn));
  };

  /** A key behind a part of a field's name: it goes to another field that has this part. */
  const whileTyping = (name: string, typed: string, state: MatchState, isFixed: boolean): Step<MatchState, Targets> => {
    if (name === 'escape') return {kind: 'stay', state: {...state, pick: 0}, line: ''};
    const step = STEPS[name];
    if (step !== undefined)
      return {kind: 'stay', state: {...state, pick: moved(state.pick, step, targetsFor(typed, known).length)}};
    const all = name === 'paste-end' ? undefined : SETTLES_ALL[typed];
    if (all === 'skipped' && isMatched(state)) return skip(state);
    if (all !== undefined) return settleAll(state, all);
    return isFixed
      ? {kind: 'stay', state: {...state, problem: 'This column cannot be matched with a field.'}, line: ''}
      : {kind: 'stay', state: {...state, pick: 0}};
  };
  return {pressed, whileTyping};
}

/** The same on a terminal that cannot be redrawn. */
function byLines(how: MatchOptions): InLines<MatchState, Targets> {
  const {columns} = how;
  const {settleAll, finish, choose} = actsOn(how);
  let printed: Targets | undefined;
  return {
    lines({targets, problem}) {
      const lines = linesOf(how, {targets, printed}, problem);
      printed = targets;
      return lines;
    },
    answer(line, state) {
      const typed = line.trim();
      if (typed === '') return finish(state);
      const all = SETTLES_ALL[typed];
      if (all !== undefined) return settleAll(state, all);
      const [, number = '', name = ''] = /^(\d+)\s*=?\s*(.*)$/.exec(typed) ?? [];
      const at = Number(number) - 1;
      if (name === '' || columns[at] === undefined || columns[at].fixed !== undefined) {
        const problem = 'Type the number of a column and its field: 3 city. To skip it: 3 skip.';
        return {kind: 'stay', state: {...state, problem}};
      }
      return choose({...state, at, pick: 0, problem: undefined}, name);
    },
  };
}

/** What keys and lines do to the columns. */
function actsOn(how: MatchOptions) {
  const {columns, known} = how;
  const set = (state: MatchState, targets: Targets, at = state.at): Step<MatchState, Targets> => ({
    kind: 'stay',
    state: {targets, at, pick: 0, atOnce: state.atOnce},
    line: '',
  });
  const settleAll = (state: MatchState, kind: 'skipped' | 'new') => {
    const open = state.targets.map(target => (target && state.atOnce?.has(target) ? undefined : target));
    const targets = settled(open, columns, known, kind);
    const atOnce = new Set(targets.flatMap((target, at) => (target && open[at] === undefined ? [target] : [])));
    return set({...state, atOnce}, targets);
  };
  const skip = (state: MatchState) => set(state, matched(state.targets, state.at, SKIPPED));
  const finish = (state: MatchState): Step<MatchState, Targets> => {
    const {targets} = state;
    const open = openIn(how, targets);
    if (!fills(targets, how.needed)) {
      return {kind: 'stay', state: {...state, problem: `Choose the column that is the ${how.needed}.`}};
    }
    if (open.length === 0) return {kind: 'answer', answer: targets, answerText: countsInWords(targets)};
    const problem = `${counted(open.length, 'column')} ${plural(open.length, 'matches', 'match')} nothing yet: - skips ${plural(open.length, 'it', 'them')}, + creates ${plural(open.length, 'a field', 'fields')}.`;
    return {kind: 'stay', state: {...state, at: open[0] ?? state.at, problem}};
  };
  const choose = (state: MatchState, typed: string): Step<MatchState, Targets> => {
    const target = targetsFor(typed, known)[state.pick]?.value;
    if (!target) return {kind: 'stay', state: {...state, problem: 'No field has that name.'}};
    const targets = matched(state.targets, state.at, target);
    const next = openIn(how, targets).find(at => at > state.at) ?? state.at;
    return set(state, targets, next);
  };
  return {set, settleAll, skip, finish, choose};
}

/** The keys that take the field from a column. */
const ERASES = new Set(['backspace', 'delete']);

const fills = (targets: Targets, field: string): boolean =>
  targets.some(target => target?.kind === 'known' && target.fields.includes(field));

function countsInWords(targets: Targets): string {
  const count = (kind: 'known' | 'new' | 'skipped') => targets.filter(target => target?.kind === kind).length;
  const parts = [
    [count('known'), 'matched'],
    [count('new'), 'new'],
    [count('skipped'), 'skipped'],
  ] as const;
  return parts.flatMap(([number, word]) => (number > 0 ? [`${number} ${word}`] : [])).join(', ');
}

const moved = (at: number, step: number, length: number): number => {
  if (Math.abs(step) > 1) return Math.max(0, Math.min(length - 1, at + step));
  return length === 0 ? 0 : (at + step + length) % length;
};

/** What is typed to settle all columns that match nothing. */
const SETTLES_ALL: Readonly<Record<string, 'skipped' | 'new'>> = {'-': 'skipped', '+': 'new'};

const TURNS: Readonly<Record<string, 1 | -1>> = {left: -1, right: 1};

const STEPS: Readonly<Record<string, number>> = {up: -1, down: 1, pageup: -MATCHING_PAGE, pagedown: MATCHING_PAGE};
