import {wrap} from '../output/text/width.js';
import {keyRows} from './key-rows.js';
import type {PasteWords} from './whole-pastes.js';
import type {Key, Look, Step, Widget} from './widget.js';

export type TextOptions = {
  readonly problem?: ((text: string) => string | undefined) | undefined;
  /** A text to begin with, which can be changed. */
  readonly initial?: string | undefined;
  readonly help?: string | undefined;
  readonly mayBeEmpty?: boolean;
  readonly pastes?: PasteWords | undefined;
  /** Completes a text as far as possible, and returns what may follow; Tab calls it. */
  readonly complete?: ((text: string) => Completion) | undefined;
};

export type Completion = {readonly line: string; readonly others: readonly string[]};

type State = {readonly tried: boolean; readonly others: readonly string[]};

/** A question for a text. Problems are shown while typing, and Enter does not accept them. */
export function textQuestion(question: string, how: TextOptions, canGoBack: boolean): Widget<State, string> {
  const {problem, initial, help, mayBeEmpty = false, pastes, complete} = how;
  const wrong = (line: string): string | undefined =>
    line.trim() === '' ? (mayBeEmpty ? undefined : 'Type something.') : problem?.(line);

  return {
    question,
    begin: {tried: false, others: []},
    line: initial,
    pastes,
    press({name}: Key, line: string, state: State): Step<State, string> {
      if (name === 'return' || name === 'enter') {
        if (wrong(line) !== undefined) return {kind: 'stay', state: {...state, tried: true}};
        return {kind: 'answer', answer: line, answerText: line};
      }
      if (name === 'escape' && canGoBack) return {kind: 'back'};
      if (name === 'tab' && complete) {
        const {line: continued, others} = complete(line);
        return {kind: 'stay', state: {...state, others}, line: continued};
      }
      return {kind: 'stay', state: {...state, others: []}};
    },
    below({tried, others}: State, line: string, look: Look): readonly string[] {
      const {width, paint} = look;
      const complaint = line === '' && !tried ? undefined : wrong(line);
      const keys = [
        ...(complete ? ['Tab to complete'] : []),
        'Enter to continue',
        ...(canGoBack ? ['Esc to go back'] : []),
      ];
      return [
        ...(help === undefined ? [] : wrap(help, width - 2).map(part => `  ${paint.small(part)}`)),
        ...(complaint === undefined ? [] : wrap(complaint, width - 2)).map(
          part => `  ${tried ? paint.wrong(part) : paint.small(part)}`,
        ),
        ...inColumns(others, width),
        ...keyRows(keys, look),
      ];
    },
  };
}

/** The completions for Tab, in so many lines that the question stays visible. */
function inColumns(words: readonly string[], width: number): string[] {
  if (words.length === 0) return [];
  const lines = wrap(words.join('  '), width - 2).map(line => `  ${line}`);
  return lines.length <= MOST_LINES ? lines : [...lines.slice(0, MOST_LINES - 1), '  …'];
}

const MOST_LINES = 6;
