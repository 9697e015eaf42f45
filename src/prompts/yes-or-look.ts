import {keysLine} from './keys-line.js';
import type {Key, Look, Step, Widget} from './widget.js';

/** A key beside yes and no: with it a person looks at something first, and is asked again. */
export type LookKey = {readonly key: string; readonly does: string};

export type YesOrLook = 'yes' | 'no' | 'look';

type State = {readonly isUnclear: boolean};

/** A question that Enter alone answers with no, as every question does before something that cannot be undone. */
export function yesOrLook(question: string, {key, does}: LookKey): Widget<State, YesOrLook> {
  const answerOf = (line: string): YesOrLook | undefined => {
    const typed = line.trim().toLowerCase();
    if (typed === key) return 'look';
    if (typed === '' || 'no'.startsWith(typed)) return 'no';
    return 'yes'.startsWith(typed) ? 'yes' : undefined;
  };
  return {
    question,
    begin: {isUnclear: false},
    press({name, inPaste}: Key, line: string): Step<State, YesOrLook> {
      if (name !== 'return' && name !== 'enter') return {kind: 'stay', state: {isUnclear: false}};
      const answer = inPaste ? undefined : answerOf(line);
      if (answer === undefined) return {kind: 'stay', state: {isUnclear: true}, line: ''};
      return {kind: 'answer', answer, said: SAID[answer]};
    },
    below({isUnclear}: State, _line: string, {width, paint}: Look): readonly string[] {
      const keys = keysLine(['y goes on', 'n or Enter does not', `${key} ${does}`], width - 2);
      return [...(isUnclear ? [`  ${paint.wrong(`Type y, n or ${key}.`)}`] : []), `  ${paint.small(keys)}`];
    },
  };
}

const SAID = {yes: 'Yes', no: 'No', look: 'Look first'} as const;
