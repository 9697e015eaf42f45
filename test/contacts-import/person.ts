/** A person at the terminal of a fake run, with known answers. */
import type {Context} from '../../src/commands/command.js';
import {WentBack} from '../../src/core/errors.js';
import {nobody} from '../accounts/fake-context.js';

type Choice = {readonly name: string; readonly note?: string | undefined; readonly value: unknown};

export type Answers = {
  /** The choices, by the beginning of the question: each by name, its beginning or note; several one after the other. */
  readonly picks?: Readonly<Record<string, string | readonly string[]>>;
  /** The typed texts, in order; < is Esc. */
  readonly texts?: readonly string[];
  /** The last answer; yes by default. */
  readonly isSure?: boolean;
};

/** Answers as this person, and returns the questions. */
export function answering(
  {context}: {readonly context: Context},
  {picks = {}, texts = [], isSure = true}: Answers,
): string[] {
  const asked: string[] = [];
  const left = [...texts];
  const chosen = (
    question: string,
    from: readonly Choice[] | ((typed: string) => readonly Choice[] | string),
  ): unknown => {
    asked.push(question);
    const [start = '', given] = Object.entries(picks).find(([start]) => question.startsWith(start)) ?? [];
    const before = asked.slice(0, -1).filter(each => each.startsWith(start)).length;
    const wanted = typeof given === 'string' ? given : given?.[before];
    if (wanted === '<') throw new WentBack();
    const choices = typeof from === 'function' ? from(wanted ?? '') : from;
    if (typeof choices === 'string') throw new Error(`${question}: ${choices}`);
    const choice =
      choices.find(({name, note}) => wanted !== undefined && [name, note].includes(wanted)) ??
      choices.find(({name}) => wanted !== undefined && name.startsWith(wanted)) ??
      (typeof from === 'function' ? choices[0] : undefined);
    if (!choice) throw new Error(`${question}: ${choices.map(({name, note}) => `${name} ${note ?? ''}`).join(' | ')}`);
    return choice.value;
  };
  Object.assign(context.ask, {
    ...nobody,
    possible: true,
    pick: async (question: string, from: readonly Choice[]) => chosen(question, from),
    async text(question: string, {problem}: {problem?(text: string): string | undefined} = {}) {
      asked.push(question);
      const text = left.shift() ?? '';
      if (text === '<') throw new WentBack();
      const wrong = problem?.(text);
      if (wrong !== undefined) throw new Error(`${question} ${text}: ${wrong}`);
      return text;
    },
    async confirm(question: string) {
      asked.push(question);
      return isSure;
    },
  });
  return asked;
}
