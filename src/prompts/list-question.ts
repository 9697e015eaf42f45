import {clean} from '../output/text/sanitise.js';
import {displayWidth, pad, truncate, wrap} from '../output/text/width.js';
import {number} from '../words/count.js';
import type {Choice, Found, Search} from './choice.js';
import {fitting, notesOf} from './choice.js';
import {keysLine} from './keys-line.js';
import {numbered} from './numbered-list.js';
import type {Key, Look, Step, Widget} from './widget.js';

export type ListOptions<T> = {
  readonly from: readonly Choice<T>[] | Search<T>;
  /** Choices that are offered whatever is typed: "New sender…". */
  readonly always?: readonly Choice<T>[];
  /** Where the cursor is at first in a known list, or what is ticked. */
  readonly chosen?: readonly Choice<T>[];
  readonly help?: string | undefined;
  /** How many choices are on the screen at once. */
  readonly page?: number;
  /** A letter that leaves the list like Esc, as long as nothing else is typed. */
  readonly leaves?: string;
  /** What a typed text is by itself, such as an address where people can be typed. */
  readonly typed?: (text: string) => T | undefined;
  /** More about the question, which the key ? shows and hides. */
  readonly about?: string | undefined;
};

type State<T> = {
  readonly at: number;
  /** The result of the search, and its typed text. */
  readonly found?: {readonly typed: string; readonly what: Found<T>};
  /** By name, code and note: a long list is read again for each search, and gives new objects each time. */
  readonly ticked: ReadonlyMap<string, Choice<T>>;
  readonly problem?: string;
  readonly isExplained?: boolean;
};

/** A question with one answer from a list, found by arrows or by typing. */
export const pickQuestion = <T>(question: string, how: ListOptions<T>, canGoBack: boolean): Widget<State<T>, T> => ({
  ...listQuestion<T, T>(question, how, canGoBack, {ticks: false}),
  press: pressed(how, canGoBack, (state, choice) =>
    choice
      ? {kind: 'answer', answer: choice.value, answerText: choice.name}
      : {kind: 'stay', state: state.found?.what.says ? state : {...state, problem: 'Choose one first.'}},
  ),
  inLines: numbered(how, (typed, shown) => {
    const found = fitting(shown, typed);
    const choice =
      shown[Number(typed) - 1] ?? (typed !== '' && found.length === 1 ? found[0] : undefined) ?? asTyped(how, typed);
    return choice ? {answer: choice.value, answerText: choice.name} : 'Type the number of a choice.';
  }),
});

/** A question with several answers from a list. Space ticks, Enter continues. */
export const severalQuestion = <T>(
  question: string,
  how: ListOptions<T> & {readonly mayBeEmpty?: boolean},
  canGoBack: boolean,
): Widget<State<T>, readonly T[]> => {
  const finished = (state: State<T>): Step<State<T>, readonly T[]> => {
    const {ticked} = state;
    if (ticked.size > 0 || how.mayBeEmpty) {
      const answerText = [...ticked.values()].map(({name}) => name).join(', ') || 'nothing';
      return {kind: 'answer', answer: [...ticked.values()].map(({value}) => value), answerText};
    }
    return {kind: 'stay', state: {...state, problem: 'Tick at least one, with Space.'}};
  };
  const press = pressed<T, readonly T[]>(how, canGoBack, finished);
  const {chosen = [], mayBeEmpty} = how;
  return {
    ...listQuestion<T, readonly T[]>(question, how, canGoBack, {ticks: true}),
    inLines: numbered(how, (typed, shown) => {
      const numbers = typed.split(/[\s,;]+/).filter(text => text !== '');
      const choices = numbers.length === 0 ? chosen : numbers.flatMap(text => shown[Number(text) - 1] ?? []);
      const isWhole =
        choices.length === (numbers.length || chosen.length) && (choices.length > 0 || mayBeEmpty === true);
      if (!isWhole) return 'Type the numbers of your choices, such as 1, 3.';
      return {answer: choices.map(({value}) => value), answerText: choices.map(({name}) => name).join(', ')};
    }),
    press(key, line, state) {
      if (key.name !== 'space' || key.inPaste) return press(key, line, state);
      const typed = line.replaceAll(' ', '');
      // While a search runs, its result is not on the screen, so nothing can be ticked unseen.
      const choice = isLooking(how, typed, state) ? undefined : shownOf(how, typed, state)[state.at];
      return {kind: 'stay', line: typed, state: choice ? {...state, ticked: toggled(state.ticked, choice)} : state};
    },
  };
};

function toggled<T>(ticked: State<T>['ticked'], choice: Choice<T>): State<T>['ticked'] {
  const now = new Map(ticked);
  if (!now.delete(sameAs(choice))) now.set(sameAs(choice), choice);
  return now;
}

const sameAs = ({name, code, note}: Choice<unknown>): string => [name, code, note].join('\u0000');

const pressed =
  <T, A>(
    how: ListOptions<T>,
    canGoBack: boolean,
    entered: (state: State<T>, choice: Choice<T> | undefined) => Step<State<T>, A>,
  ) =>
  ({name, inPaste}: Key, line: string, {problem: _, ...state}: State<T>): Step<State<T>, A> => {
    if (line === '?' && how.about !== undefined) {
      return {kind: 'stay', line: '', state: {...state, isExplained: !state.isExplained}};
    }
    const shown = shownOf(how, line, state);
    const to = (at: number) => ({kind: 'stay', state: {...state, at}}) as const;
    // While a search runs, its result is not on the screen, so Enter must not choose from it.
    if (isEnter({name, inPaste})) return isLooking(how, line, state) ? to(state.at) : entered(state, shown[state.at]);
    if (canGoBack && (name === 'escape' || line === how.leaves)) return {kind: 'back'};
    const at = moves[name]?.(state.at, Math.max(0, shown.length - 1), how.page ?? PAGE) ?? 0;
    return {...to(at), line: pastedOn(line, name)};
  };

/** Several pasted lines are one answer. */
const pastedOn = (line: string, name: string): string => (endsLine(name) ? `${line} ` : line);

const isEnter = ({name, inPaste}: Key): boolean => endsLine(name) && !inPaste;
const endsLine = (name: string): boolean => name === 'return' || name === 'enter';

/** Where each key takes the cursor, in a list with this last place and pages of this size; any other key begins a new search. */
const moves: {readonly [key: string]: (at: number, last: number, page: number) => number} = {
  up: (at, last) => (at === 0 ? last : at - 1),
  down: (at, last) => (at >= last ? 0 : at + 1),
  pageup: (at, _, page) => Math.max(0, at - page),
  pagedown: (at, last, page) => Math.min(last, at + page),
  tab: at => at,
  escape: at => at,
};

function listQuestion<T, A>(
  question: string,
  how: ListOptions<T>,
  canGoBack: boolean,
  {ticks}: {readonly ticks: boolean},
): Omit<Widget<State<T>, A>, 'press'> {
  const {from, always = [], chosen = [], help, about} = how;
  const known = typeof from === 'function' ? [] : from;
  const isChosen = (choice: Choice<T>) => chosen.some(each => sameAs(each) === sameAs(choice));
  return {
    question,
    begin: {
      at: ticks ? 0 : Math.max(0, known.findIndex(isChosen)),
      ticked: new Map(ticks ? chosen.map(choice => [sameAs(choice), choice]) : []),
    },
    ...(typeof from === 'function' && {
      work: (typed: string) => ({
        name: typed,
        run: async (signal: AbortSignal) => {
          const what = await from(typed, signal);
          return (state: State<T>) => ({...state, found: {typed, what}});
        },
      }),
    }),
    below(state, typed, look) {
      const {width, paint} = look;
      const shown = shownOf(how, typed, state);
      const note = isLooking(how, typed, state) ? 'Looking…' : noteOn(shown.length === always.length, typed, state);
      const indented = (text: string | undefined, look: (text: string) => string) =>
        text === undefined ? [] : wrap(text, width - 2).map(line => `  ${look(line)}`);
      const keys = [
        ...(about === undefined ? [] : ['? for help']),
        ...(ticks ? ['type to find', 'Space to tick', 'Enter to continue'] : ['type to find', 'Enter to choose']),
        ...(how.leaves ? [`${how.leaves} to leave`] : canGoBack ? ['Esc to go back'] : []),
      ];
      return [
        ...indented(onOneLine(help, width - 2), paint.small),
        ...indented(state.isExplained ? about : undefined, String),
        ...rows(shown, state, {ticks, size: how.page ?? PAGE}, look),
        ...indented(note, paint.small),
        ...indented(state.problem, paint.wrong),
        `  ${paint.small(keysLine(keys, width - 2))}`,
      ];
    },
  };
}

/** The row of a file may be very long, and its beginning tells it from others. */
const onOneLine = (text: string | undefined, width: number): string | undefined =>
  text === undefined ? undefined : truncate(text, width);

/** What there is to say of the choices that the search has found, or has not. */
function noteOn<T>(isEmpty: boolean, typed: string, {found}: State<T>): string | undefined {
  const {typeFirst, more = 0, says = 'Nothing matches.'} = found?.what ?? {};
  if (typeFirst) return 'Too many to show. Type part of the name.';
  if (isEmpty) return typed === '' ? 'There is nothing to choose from.' : says;
  return more > 0 ? `And ${number(more)} more. Type more of the name.` : undefined;
}

/** The choices on the screen: none before the list is there, and the last search's while another runs. */
function shownOf<T>(how: ListOptions<T>, typed: string, {found}: State<T>): readonly Choice<T>[] {
  const {from, always = []} = how;
  const own = asTyped(how, typed);
  if (own) return [own];
  if (typeof from !== 'function') return [...fitting(from, typed), ...always];
  return found ? [...found.what.choices, ...always] : [];
}

function asTyped<T>(how: ListOptions<T>, typed: string): Choice<T> | undefined {
  const value = how.typed?.(typed.trim());
  return value === undefined ? undefined : {name: typed.trim(), value};
}

const isLooking = <T>({from}: ListOptions<T>, typed: string, {found}: State<T>): boolean =>
  typeof from === 'function' && found?.typed !== typed;

/** A page of choices around the cursor, with names and notes in two columns. */
function rows<T>(
  choices: readonly Choice<T>[],
  {at, ticked}: State<T>,
  {ticks, size}: {readonly ticks: boolean; readonly size: number},
  {width, paint}: Look,
): string[] {
  const start = Math.max(0, Math.min(at - Math.floor(size / 2), choices.length - size));
  const noteOf = notesOf(choices);
  const page = choices.slice(start, start + size).map(choice => ({
    choice,
    name: clean(choice.name),
    note: clean(noteOf(choice)),
  }));
  const longestName = Math.max(0, ...page.map(({name}) => displayWidth(name)));
  const longestNote = Math.max(0, ...page.map(({note}) => displayWidth(note)));
  const room = width - (ticks ? 4 : 2) - (longestNote > 0 ? 2 : 0);
  // Names come first, but leave notes a third of the width.
  const noteWidth = Math.min(longestNote, Math.max(Math.floor(width / 3), room - longestName));
  const nameWidth = Math.min(longestName, room - noteWidth);
  return page.map(({choice, name, note}, index) => {
    const here = start + index === at;
    const tick = ticks ? `${ticked.has(sameAs(choice)) ? paint.chosen('◉') : '◯'} ` : '';
    const fitted = truncate(name, nameWidth);
    const text = note === '' ? fitted : pad(fitted, nameWidth, false);
    return `${here ? paint.mark('❯') : ' '} ${tick}${here ? paint.chosen(text) : text}${note === '' ? '' : `  ${paint.small(truncate(note, noteWidth))}`}`;
  });
}

const PAGE = 8;
