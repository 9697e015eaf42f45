/** A person at the terminal of a fake run, with known answers. */
import {BACK} from '../../src/commands/ask.js';
import type {Context} from '../../src/commands/command.js';
import type {MatchOptions} from '../../src/prompts/match.js';
import {matchQuestion} from '../../src/prompts/match-question.js';
import type {Widget} from '../../src/prompts/widget.js';
import {nobody} from '../accounts/fake-context.js';

type Choice = {readonly name: string; readonly note?: string; readonly value: unknown};

export type Answers = {
  /** The choices, by the beginning of the question: each by name or note, several one after the other. */
  readonly picks?: Readonly<Record<string, string | readonly string[]>>;
  /** The typed texts, in order; < is Esc. */
  readonly texts?: readonly string[];
  /** The lines that match the columns, for each time they are shown. */
  readonly matches?: readonly string[];
  /** The last answer; yes by default. */
  readonly isSure?: boolean;
};

/** Answers as this person, and returns the questions. */
export function answering(
  {context}: {readonly context: Context},
  {picks = {}, texts = [], matches = [], isSure = true}: Answers,
): string[] {
  const asked: string[] = [];
  const left = {texts: [...texts], matches: [...matches]};
  const chosen = (question: string, choices: readonly Choice[]): unknown => {
    asked.push(question);
    const [start = '', given] = Object.entries(picks).find(([start]) => question.startsWith(start)) ?? [];
    const before = asked.slice(0, -1).filter(each => each.startsWith(start)).length;
    const wanted = typeof given === 'string' ? given : given?.[before];
    const choice = choices.find(({name, note}) => wanted !== undefined && [name, note].includes(wanted));
    if (!choice) throw new Error(`${question}: ${choices.map(({name, note}) => `${name} ${note ?? ''}`).join(' | ')}`);
    return choice.value;
  };
  Object.assign(context.ask, {
    possible: true,
    pick: async (question: string, choices: readonly Choice[]) => chosen(question, choices),
    guided: {
      ...nobody.guided,
      pick: async (question: string, how: {readonly from: readonly Choice[]}) => chosen(question, how.from),
      async text(question: string, {problem}: {problem?(text: string): string | undefined}) {
        asked.push(question);
        const text = left.texts.shift() ?? '';
        if (text === '<') return BACK;
        const wrong = problem?.(text);
        if (wrong !== undefined) throw new Error(`${question} ${text}: ${wrong}`);
        return text;
      },
      async match(question: string, how: MatchOptions) {
        asked.push(question);
        return inLines(matchQuestion(question, how, false), left.matches.shift() ?? '');
      },
      async confirm(question: string) {
        asked.push(question);
        return isSure;
      },
    },
  });
  return asked;
}

/** Answers a question line by line, as on a terminal that cannot be redrawn. */
function inLines<S, A>({begin, inLines}: Widget<S, A>, lines: string): A {
  let state = begin;
  for (const line of lines.split('\n')) {
    const step = inLines?.answer(line, state);
    if (step?.kind === 'answer') return step.answer;
    if (step?.kind === 'stay') state = step.state;
  }
  throw new Error(`Not answered: ${JSON.stringify(state)}`);
}
