import {truncate, wrap} from '../output/text/width.js';
import {number} from '../words/sentence.js';
import type {Choice, Search} from './choice.js';
import {fitting} from './choice.js';
import {keyRows} from './key-rows.js';
import {PAGE, rows, sameAs} from './list-drawing.js';
import {isEnter, leftBy, moves, wayOut} from './list-keys.js';
import {isLooking, lookFor, type Searching, searched} from './list-search.js';
import {numbered} from './numbered-list.js';
import {type PasteWords, shownText} from './whole-pastes.js';
import type {Key, Step, Widget} from './widget.js';

export type ListOptions<T> = {
  readonly from: readonly Choice<T>[] | Search<T>;
  /** Choices that are offered whatever is typed: "New sender…". */
  readonly always?: readonly Choice<T>[];
  /** Where the cursor is at first in a known list, or what is ticked. */
  readonly chosen?: readonly Choice<T>[];
  /** The choice that holds now: the cursor of a list that is read on the way begins there. */
  readonly isNow?: (value: T) => boolean;
  readonly help?: string | undefined;
  /** How many choices are on the screen at once. */
  readonly page?: number;
  /** How many rows the choices share with what is above the question: a long text there leaves fewer on the screen. */
  readonly shared?: number;
  /** What is shown above the question, at once and once it is read. */
  readonly news?: {readonly known: News<T>; read(signal: AbortSignal): Promise<News<T>>} | undefined;
  /** Leaves no line when it is answered. */
  readonly vanishes?: true;
  /** A letter that leaves the list like Esc, as long as nothing else is typed. */
  readonly leaves?: string;
  /** What a typed text is by itself, such as an address where people can be typed. */
  readonly typed?: (text: string) => T | undefined;
  readonly pastes?: PasteWords | undefined;
  /** More about the question, which the key ? shows and hides. */
  readonly about?: string | undefined;
};

/** Lines above a list, and the choices that are offered in place of its own because of what they say. */
export type News<T> = {readonly above: (width: number) => readonly string[]; readonly from?: readonly Choice<T>[]};

type State<T> = Searching<T> & {
  readonly news?: News<T>;
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
    press(key, line, {problem: _, ...state}) {
      if (key.name !== 'space') return press(key, line, state);
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

const pressed =
  <T, A>(
    how: ListOptions<T>,
    canGoBack: boolean,
    entered: (state: State<T>, choice: Choice<T> | undefined) => Step<State<T>, A>,
  ) =>
  ({name}: Key, line: string, {problem: _, ...state}: State<T>): Step<State<T>, A> => {
    if (asksWhat(line, how)) return searched('', {...state, isExplained: !state.isExplained});
    const shown = shownOf(how, line, state);
    const to = (at: number, typed = line) => searched(typed, {...state, at});
    // While a search runs, its result is not on the screen, so Enter must not choose from it.
    if (isEnter(name)) return isLooking(how, line, state) ? to(state.at) : entered(state, shown[state.at]);
    const left = leftBy(name, line, how.leaves);
    if (left) return left === 'list' && canGoBack ? {kind: 'back'} : to(0, '');
    return to(moves[name]?.(state.at, Math.max(0, shown.length - 1), sizeOf(how, 0)) ?? 0);
  };

const asksWhat = (line: string, {about}: {readonly about?: string | undefined}): boolean =>
  line === '?' && about !== undefined;

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
    pastes: how.pastes,
    vanishes: how.vanishes,
    above: ({news}, {width}) => news?.above(width) ?? [],
    begin: {
      ...(how.news && {news: how.news.known}),
      at: ticks ? 0 : Math.max(0, known.findIndex(isChosen)),
      ticked: new Map(ticks ? chosen.map(choice => [sameAs(choice), choice]) : []),
    },
    ...(typeof from === 'function' && {
      work: (typed: string, {found}: State<T>) =>
        found?.typed === typed
          ? undefined
          : {name: typed, run: (signal: AbortSignal) => lookFor(how, from, typed, signal)},
    }),
    ...(how.news && {work: () => ({name: 'news', run: (signal: AbortSignal) => withNews(how, signal)})}),
    below(state, typed, look) {
      const {width, paint} = look;
      const shown = shownOf(how, typed, state);
      const size = sizeOf(how, state.news?.above(width).length ?? 0);
      const note = isLooking(how, typed, state)
        ? 'Looking…'
        : noteOn({shown: shown.length, always: always.length, page: size}, typed, state);
      const indented = (text: string | undefined, look: (text: string) => string) =>
        text === undefined ? [] : wrap(text, width - 2).map(line => `  ${look(line)}`);
      const keys = [
        ...(about === undefined ? [] : ['? for help']),
        ...(ticks ? ['type to find', 'Space to tick', 'Enter to continue'] : ['type to find', 'Enter to choose']),
        ...wayOut(how.leaves, typed, canGoBack),
      ];
      return [
        ...indented(onTwoLines(help, width - 2), paint.small),
        ...indented(state.isExplained ? about : undefined, String),
        ...rows(shown, state, {ticks, size}, look),
        ...indented(note, paint.small),
        ...indented(state.problem, paint.wrong),
        ...keyRows(keys, look),
      ];
    },
  };
}

const sizeOf = <T>({page = PAGE, shared = Infinity}: ListOptions<T>, above: number): number =>
  Math.max(FEWEST, Math.min(page, shared - above));

/** At least this many choices are on the screen, however long the text above them is. */
const FEWEST = 3;

/** Reads the news. If they bring other choices, the cursor stays with the one that it is on. */
async function withNews<T>(how: ListOptions<T>, signal: AbortSignal): Promise<(state: State<T>) => State<T>> {
  const news = await how.news?.read(signal);
  return state => {
    if (!news?.from) return {...state, ...(news && {news})};
    const next: State<T> = {...state, news};
    const here = shownOf(how, '', state)[state.at];
    const at = shownOf(how, '', next).findIndex(choice => here && sameAs(choice) === sameAs(here));
    return {...next, at: Math.max(0, at)};
  };
}

/** The row of a file may be very long, and its beginning tells it from others. A sentence has room in a small window too. */
const onTwoLines = (text: string | undefined, width: number): string | undefined =>
  text === undefined ? undefined : truncate(text, 2 * width - MOST_LOST);

/** So much of the first of two lines may stay empty before a long word. */
const MOST_LOST = 12;

/** What there is to say of the choices that the search has found, or has not. */
function noteOn<T>(
  {shown, always, page}: {readonly shown: number; readonly always: number; readonly page: number},
  typed: string,
  {found}: State<T>,
): string | undefined {
  const {typeFirst, more = 0, says = 'Nothing matches.'} = found?.what ?? {};
  if (typeFirst) return 'Too many to show. Type part of the name.';
  if (shown === always) return typed === '' ? 'There is nothing to choose from.' : says;
  return shown + more > page ? `${Math.min(page, shown)} of ${number(shown + more)} shown` : undefined;
}

/** The choices on the screen: none before the list is there, and the last search's while another runs. */
function shownOf<T>(how: ListOptions<T>, typed: string, {found, news}: State<T>): readonly Choice<T>[] {
  const {always = []} = how;
  const from = news?.from ?? how.from;
  const own = asTyped(how, typed);
  if (own) return [own];
  if (typeof from !== 'function') return [...fitting(from, typed), ...always];
  return found ? [...found.what.choices, ...always] : [];
}

function asTyped<T>(how: ListOptions<T>, typed: string): Choice<T> | undefined {
  const value = how.typed?.(typed.trim());
  return value === undefined ? undefined : {name: shownText(typed.trim(), how.pastes), value};
}
