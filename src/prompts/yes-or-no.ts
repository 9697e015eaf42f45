import {keyRows} from './key-rows.js';
import type {Key, Look, Step, Widget} from './widget.js';

type State = {readonly isUnclear: boolean};

/** A question for a yes, which one key answers. Enter alone means the default, which is no before anything that cannot be undone. */
export function yesOrNo(question: string, standard: boolean, canGoBack = false): Widget<State, boolean> {
  return {
    question,
    hint: standard ? '(Y/n)' : '(y/N)',
    begin: {isUnclear: false},
    press({name, before = ''}: Key, line: string): Step<State, boolean> {
      if (name === 'escape') return canGoBack ? {kind: 'back'} : {kind: 'answer', answer: false, answerText: 'No'};
      const isEntered = name === 'return' || name === 'enter';
      const answer = isEntered || isOneKey(name, before, line) ? answerIn(line, standard) : undefined;
      if (answer === undefined) return {kind: 'stay', state: {isUnclear: isEntered}, ...(isEntered && {line: ''})};
      return {kind: 'answer', answer, answerText: answer ? 'Yes' : 'No'};
    },
    below({isUnclear}: State, _line: string, drawn: Look): readonly string[] {
      const complaint = isUnclear ? [`  ${drawn.paint.wrong('Type y or n.')}`] : [];
      if (!canGoBack) return complaint;
      return [...complaint, ...keyRows(['y to continue', 'Enter to stop', 'Esc to go back'], drawn)];
    },
  };
}

function answerIn(line: string, standard: boolean): boolean | undefined {
  const typed = line.trim().toLowerCase();
  if (typed === '') return standard;
  if ('yes'.startsWith(typed)) return true;
  return 'no'.startsWith(typed) ? false : undefined;
}

/** Whether a line is one key that was pressed, and neither pasted nor part of another word. */
const isOneKey = (name: string, before: string, line: string): boolean =>
  name !== 'paste-end' && before === '' && line.trim().length === 1;
