import {keyRows} from './key-rows.js';
import type {Look, Widget} from './widget.js';

export type StepOptions = {
  /** The lines below its name. */
  readonly about: (look: Look) => readonly string[];
  /** What Enter does. */
  readonly enter: string;
};

/** A step that Enter takes, and only Enter: there is nothing to answer. */
export const stepQuestion = (
  name: string,
  {about, enter}: StepOptions,
  canGoBack: boolean,
): Widget<undefined, undefined> => ({
  question: name,
  takesNoText: true,
  begin: undefined,
  press({name: key}, _line, state) {
    if (key === 'escape' && canGoBack) return {kind: 'back'};
    const isEntered = key === 'return' || key === 'enter';
    return isEntered ? {kind: 'answer', answer: undefined, answerText: ''} : {kind: 'stay', state, line: ''};
  },
  below(_state, _line, look) {
    const keys = ['Ctrl-C to stop', `Enter ${enter}`, ...(canGoBack ? ['Esc to go back'] : [])];
    return [...about(look), '', ...keyRows(keys, look)];
  },
});
