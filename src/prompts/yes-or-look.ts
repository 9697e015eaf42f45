import {keyRows} from './key-rows.js';
import type {Key, Look, Step, Widget} from './widget.js';

/** A key beside yes and no, with which a person looks at something before answering. */
export type LookKey = {readonly key: string; readonly does: string};

type YesOrLook = 'yes' | 'no' | 'look';

type State = {readonly isUnclear: boolean};

/** A question for a yes, which one key answers. Enter alone means the default, which is no before anything that cannot be undone. */
export function yesOrLook(
  question: string,
  standard: 'yes' | 'no',
  look?: LookKey,
  canGoBack = false,
): Widget<State, YesOrLook> {
  const answerOf = (line: string): YesOrLook | undefined => {
    const typed = line.trim().toLowerCase();
    if (typed === '') return standard;
    if (look && typed === look.key) return 'look';
    return (['yes', 'no'] as const).find(word => word.startsWith(typed));
  };
  return {
    question,
    hint: look ? undefined : standard === 'yes' ? '(Y/n)' : '(y/N)',
    begin: {isUnclear: false},
    press({name, before = ''}: Key, line: string): Step<State, YesOrLook> {
      if (name === 'escape')
        return canGoBack ? {kind: 'back'} : {kind: 'answer', answer: 'no', answerText: ANSWER_TEXTS.no};
      const isEntered = name === 'return' || name === 'enter';
      const answer = isEntered || isOneKey(name, before, line) ? answerOf(line) : undefined;
      if (!isEntered && answer === undefined) return {kind: 'stay', state: {isUnclear: false}};
      if (answer === undefined) return {kind: 'stay', state: {isUnclear: true}, line: ''};
      return {kind: 'answer', answer, answerText: ANSWER_TEXTS[answer]};
    },
    below({isUnclear}: State, _line: string, drawn: Look): readonly string[] {
      const keys = look ? `Type y, n or ${look.key}.` : 'Type y or n.';
      const complaint = isUnclear ? [`  ${drawn.paint.wrong(keys)}`] : [];
      if (!look && !canGoBack) return complaint;
      const other = look ? `${look.key} ${look.does}` : 'Esc to go back';
      return [...complaint, ...keyRows(['y to continue', 'Enter to stop', other], drawn)];
    },
  };
}

/** Whether a line is one key that was pressed, and neither pasted nor part of another word. */
const isOneKey = (name: string, before: string, line: string): boolean =>
  name !== 'paste-end' && before === '' && line.trim().length === 1;

const ANSWER_TEXTS = {yes: 'Yes', no: 'No', look: 'Look first'} as const;
