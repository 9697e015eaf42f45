import {clean} from '../output/text/sanitise.js';
import {number} from '../words/sentence.js';
import {type Choice, type Found, notesOf, type Search} from './choice.js';
import type {InLines} from './widget.js';

type Listed<T> = {
  readonly from: readonly Choice<T>[] | Search<T>;
  readonly always?: readonly Choice<T>[];
  readonly help?: string | undefined;
  readonly leaves?: string;
};

/** What the list of a question has found for a typed text, and what is wrong with the last answer. */
type Searched<T> = {readonly found?: {readonly typed: string; readonly what: Found<T>}; readonly problem?: string};

/** The answer that a line gives, or what is wrong with it. */
type Read<T, A> = (
  typed: string,
  shown: readonly Choice<T>[],
) => {readonly answer: A; readonly answerText: string} | string;

/** A list for a terminal that is not drawn anew: numbers answer it, any other text is searched for. */
export function numbered<T, S extends Searched<T>, A>(
  {from, always = [], help, leaves}: Listed<T>,
  read: Read<T, A>,
): InLines<S, A> {
  const isSearched = typeof from === 'function';
  const shownOf = ({found}: S): readonly Choice<T>[] => [
    ...(isSearched ? (found?.what.choices ?? []) : from).slice(0, MOST_SHOWN),
    ...always,
  ];
  const remarksOn = (state: S): readonly string[] => {
    const {choices, more = 0, typeFirst, says} = state.found?.what ?? {choices: isSearched ? [] : from};
    const hidden = more + Math.max(0, choices.length - MOST_SHOWN);
    if (typeFirst) return ['Too many to show. Type part of the name.'];
    if (choices.length === 0 && isSearched) return [says ?? 'Nothing matches. Type part of another name.'];
    return hidden > 0 ? [`And ${number(hidden)} more. Type part of the name.`] : [];
  };
  const choicesOf = (state: S): readonly string[] => {
    const shown = shownOf(state);
    const noteOf = notesOf(shown);
    return shown.map((choice, at) => `  ${at + 1}. ${clean([choice.name, noteOf(choice)].filter(Boolean).join('  '))}`);
  };
  return {
    ...(leaves !== undefined && {wayBack: `${leaves} to leave`}),
    lines: state => [
      ...(help === undefined ? [] : [`  ${help}`]),
      ...choicesOf(state),
      ...remarksOn(state).map(line => `  ${line}`),
      ...(state.problem === undefined ? [] : [`  ${state.problem}`]),
    ],
    answer(line, {problem: _, ...state}) {
      const typed = line.trim();
      if (leaves !== undefined && typed === leaves) return {kind: 'back'};
      const answer = read(typed, shownOf(state as S));
      if (typeof answer !== 'string') return {kind: 'answer', ...answer};
      if (isSearched && !/^[\d\s,;]+$/.test(typed)) return {kind: 'stay', state: state as S, line: typed};
      return {kind: 'stay', state: {...state, problem: answer} as S};
    },
  };
}

/** Nobody reads a longer list, or listens to one. */
const MOST_SHOWN = 30;
