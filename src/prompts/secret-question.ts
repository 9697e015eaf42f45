import {keyRows} from './key-rows.js';
import type {Key, Look, Step, Widget} from './widget.js';

type State = {readonly isTried: boolean};

/** A question for a key or a password. Its line shows that something was typed or pasted, but not what. */
export const secretQuestion = (question: string, canGoBack: boolean): Widget<State, string> => ({
  question,
  isSecret: true,
  begin: {isTried: false},
  press({name}: Key, line: string): Step<State, string> {
    if (name === 'escape' && canGoBack) return {kind: 'back'};
    if (name !== 'return' && name !== 'enter') return {kind: 'stay', state: {isTried: false}};
    return line.trim() === '' ? {kind: 'stay', state: {isTried: true}} : {kind: 'answer', answer: line, answerText: ''};
  },
  below: ({isTried}: State, _line: string, look: Look): readonly string[] => [
    ...(isTried ? [`  ${look.paint.wrong('Type something.')}`] : []),
    ...keyRows(['Enter to continue', ...(canGoBack ? ['Esc to go back'] : [])], look),
  ],
});
